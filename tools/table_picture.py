"""Take the picture of the README: a position of a true match, as the page shows it in Chromium."""

from __future__ import annotations

import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests"), str(ROOT / "tools")]

from needs import find_chromium  # noqa: E402
from page_fixture import served  # noqa: E402


def main() -> int:
    """Write docs/pictures/table.png."""
    with served() as base, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page(viewport={"width": 1280, "height": 800}, color_scheme="light", reduced_motion="reduce")
        page.goto(f"{base}/tables/turn#seat")
        page.locator(".hand button").first.click()
        page.locator("svg [role=button]").first.wait_for(state="attached")
        page.wait_for_timeout(500)
        page.screenshot(path=ROOT / "docs" / "pictures" / "table.png")
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
