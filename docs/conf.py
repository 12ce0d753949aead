"""Settings of Sphinx, which makes the documentation site (`make docs`)."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]

project = "Lutetia"
author = "The Lutetia contributors"
copyright = author  # noqa: A001 (Sphinx calls it so)
found = re.search(
    r'^__version__ = "(.*)"', (ROOT / "src/lutetia/__init__.py").read_text("utf-8"), re.MULTILINE
)
release = version = found[1] if found else ""

extensions = ["myst_parser", "sphinx.ext.autodoc"]
root_doc = "docs/index"
include_patterns = [
    "README.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "docs/**.md",
    "bench/results.md",
]
exclude_patterns = [
    ".venv",
    "build",
    "dist",
    "web",
    "src",
    "tests",
    "node_modules",
    "bench/.venv",
    "bench/boardgame",
]
source_suffix = {".md": "markdown"}
nitpicky = False

# Links to headings have the anchors that code hosts make.
myst_heading_anchors = 4
myst_enable_extensions = ["colon_fence"]
suppress_warnings = ["myst.header"]  # a page may begin below the first rank

# Docstrings write code in single backticks.
default_role = "code"
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_preserve_defaults = True
autoclass_content = "class"
python_maximum_signature_line_length = 88

html_theme = "furo"
html_title = "Lutetia"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_extra_path = ["_extra"]
html_show_sphinx = False
html_show_sourcelink = False
html_copy_source = False
templates_path: list[str] = []
