"""Whether a state, or work space, keeps to the ranges it declares."""

from __future__ import annotations

from zashiki.core.schema import Fields


def out_of_range(s: Fields) -> list[str]:
    """A sentence for every number outside its declared range; empty when all is well."""
    wrong = []
    for name, field in s.fields.items():
        value = getattr(s, name)
        numbers = value if isinstance(value, list) else [value]
        if len(numbers) != field.count:
            wrong.append(f"{name} has {len(numbers)} numbers, not {field.count}")
        wrong += [f"{name} holds {n}, outside {field.low}..{field.high}" for n in numbers if not field.low <= n <= field.high]
    return wrong
