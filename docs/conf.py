"""The site: Markdown pages, and a warning (a dead link, a page in no list) ends the build."""

project = "Daybreak"
author = "Daybreak contributors"
copyright = "Daybreak contributors"
extensions = ["myst_parser"]
html_theme = "furo"
html_title = "Daybreak"
myst_heading_anchors = 3
exclude_patterns = ["_build"]
