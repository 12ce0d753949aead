"""Lutetia: a digital home for two board games about Paris.

Owns nothing but the version; everything lives in the packages below, whose imports point down only.
"""

__version__ = "0.2.0.dev0"

__all__ = ["__version__"]
