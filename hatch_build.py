"""What the build adds to pyproject.toml: a README whose links and pictures also work on a package index."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

LINK = re.compile(r"(!?)\[([^\]]*)\]\((?!\w+:|#)([^)]+)\)")  # [words](path) or ![words](path), not to another site


def with_full_addresses(text: str, repository: str) -> str:
    """Markdown whose relative links lead to the repository: pictures to their bytes, all others to the page that shows them."""

    def full(link: re.Match[str]) -> str:
        picture, words, path = link.groups()
        return f"{picture}[{words}]({repository}/{'raw' if picture else 'blob'}/main/{path})"

    return LINK.sub(full, text)


class Readme(MetadataHookInterface):
    """Hands hatchling the README as the package's long description."""

    def update(self, metadata: dict[str, Any]) -> None:
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        words = with_full_addresses(text, metadata["urls"]["Homepage"])
        metadata["readme"] = {"content-type": "text/markdown", "text": words}
