"""The version of this package; pyproject.toml reads it from here."""

VERSION = "0.2.0"
__version__ = VERSION
