"""Takes the picture of the README: a solved deal as a page, in the system's chromium, some events into the line.

`python docs/picture.py`; take it again when pages change.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import sync_playwright

from verifier.cli import main as daybreak

HERE = Path(__file__).parent
DEAL = HERE.parent / "scenarios" / "until-dawn" / "small-perfect.toml"
PICTURE = HERE / "pictures" / "page.png"
EVENTS, WIDTH, HEIGHT, SCALE = 46, 1000, 1185, 0.75


def main() -> int:
    """Solve the deal into a page, step to an event, and take the picture."""
    chromium = shutil.which("chromium")
    if chromium is None:
        print("no chromium here", file=sys.stderr)
        return 1
    with TemporaryDirectory() as folder, sync_playwright() as browsers:
        file = Path(folder) / "page.html"
        daybreak(["solve", str(DEAL), "--html", str(file)])
        browser = browsers.chromium.launch(executable_path=chromium)
        page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT}, device_scale_factor=SCALE)
        page.goto(file.as_uri())
        for _ in range(EVENTS):
            page.keyboard.press("ArrowRight")
        page.evaluate("scrollTo(0, 0)")
        page.screenshot(path=str(PICTURE))
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
