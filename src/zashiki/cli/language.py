"""The language of the terminal, decided once, when a command starts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path

from zashiki.core.errors import BadOption
from zashiki.core.words import LANGUAGE, LANGUAGES, Words, listed

WORDS = Words(Path(__file__).with_name("words.toml"))
OPTION = "--language"
SETTING = "ZASHIKI_LANGUAGE"
LOCALE = ("LC_ALL", "LC_MESSAGES", "LANG")  # the first that is set counts


def chosen(arguments: Sequence[str], environment: Mapping[str, str]) -> str:
    """The language that is asked for, or else set, or else that of the locale; the first one where that is none of ours."""
    asked = [value for option, value in pairwise(arguments) if option == OPTION]
    asked += [word.removeprefix(f"{OPTION}=") for word in arguments if word.startswith(f"{OPTION}=")]
    locale = next((environment[name] for name in LOCALE if environment.get(name)), "")
    wanted = (*asked[-1:], environment.get(SETTING, ""), locale[:2])
    return next((language for language in wanted if language in LANGUAGES), LANGUAGES[0])


def speak(language: str) -> str:
    """Go on in the language of an option `--language`; BadOption where it is none of ours."""
    if language not in LANGUAGES:
        raise BadOption(WORDS("no_language", known=listed(LANGUAGES), language=language))
    LANGUAGE.set(language)
    return language
