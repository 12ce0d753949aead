"""Names of people: which are allowed, and which look the same.

A name consists of words with one space between them. Each word follows PRECIS (RFC 8265, the
profile UsernameCasePreserved): letters, digits and the signs of ASCII. So a name cannot contain
characters that nobody sees, that fill space, or that change the direction of the text. All letters
of a name belong to one script, and no two accounts have names that look the same (UTS 39).
"""

from __future__ import annotations

import unicodedata
from functools import cache, lru_cache
from typing import Any

_ALIKE = str.maketrans({"i": "l", "1": "l", "|": "l", "0": "o"})
"""Signs that look alike although case is ignored: capital i and small L, for example."""

WRITTEN_TOGETHER = (
    {"LATIN", "HAN", "HIRAGANA", "KATAKANA"},
    {"LATIN", "HAN", "BOPOMOFO"},
    {"LATIN", "HAN", "HANGUL"},
)
"""Scripts that one text may mix (UTS 39, "Highly Restrictive")."""


@lru_cache(1000)
def clean_name(name: str) -> str:
    """The name as it is stored; `ValueError` if it is not allowed."""
    try:
        found = " ".join(_words().enforce(word) for word in name.split())
    except UnicodeEncodeError:
        raise ValueError("a name consists of letters, digits and common signs") from None
    if not found:
        raise ValueError("a name needs at least one letter or digit")
    scripts = _scripts(found) - {"COMMON", "INHERITED"}
    if len(scripts) > 1 and not any(scripts <= together for together in WRITTEN_TOGETHER):
        raise ValueError("the letters of a name must belong to one script")
    return found


# The tables of Unicode take a third of a second to load: a program without names need not wait.


def load_tables() -> None:
    """Load the tables now, so that the first name does not wait for them."""
    look_key(clean_name("Łucja"))


@cache
def _words() -> Any:
    """The profile of PRECIS for one word of a name."""
    from precis_i18n import get_profile

    return get_profile("UsernameCasePreserved")


def _scripts(text: str) -> set[str]:
    from confusable_homoglyphs import categories

    return set(categories.unique_aliases(text))


def name_key(name: str) -> str:
    """The key by which people find a name: case does not matter."""
    return unicodedata.normalize("NFKC", name).casefold().strip()


def look_key(name: str) -> str:
    """The same for all names that look the same."""
    text = unicodedata.normalize("NFD", name_key(name))
    looks = "".join(_look(sign) for sign in text if sign != " ")
    return looks.translate(_ALIKE).replace("rn", "m")[:96]


def _look(sign: str) -> str:
    """The sign of ASCII that looks like this one, if there is one."""
    if sign.isascii():
        return sign
    from confusable_homoglyphs import confusables

    found = confusables.confusables_data.get(sign, ())
    return next((one["c"].lower() for one in found if one["c"].isascii()), sign)
