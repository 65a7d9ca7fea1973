"""Modules that are made one run in a browser as they do each for itself."""

from __future__ import annotations

import json
from typing import Any

import page_fixture
from fives.server.pack import packed
from page_modules import MODULES


def test_modules_in_one_do_what_they_do_each_for_itself(page: Any) -> None:
    texts = {**MODULES, "whole.js": packed("top.js", MODULES.__getitem__)}
    page.route("http://fives.test/**", lambda route: route.fulfill(
        content_type="text/javascript" if route.request.url.endswith(".js") else "text/html",
        body=texts.get(route.request.url.rpartition("/")[2], "<!doctype html><title>t</title>")))
    page.goto("http://fives.test/")
    apart, whole = (page.evaluate(
        "async (name) => { globalThis.ran = []; await import(`http://fives.test/${name}`); return ran; }", name)
        for name in ("top.js", "whole.js"))
    assert whole == apart == ["base", "left", "right", "hands-on", "top", 2, 3, 12, 1, "import"]


def test_the_page_runs_also_from_its_files(page: Any) -> None:
    with page_fixture.served(live=True) as address:
        page.goto(f"{address}/tables/turn.files#{page_fixture.TOKEN}")
        page.locator(".hand button").first.wait_for()
        loaded = json.loads(page.evaluate(
            "JSON.stringify(performance.getEntriesByType('resource').map((one) => one.name.split('/').pop()))"))
        assert {"main.js", "tokens.css", "early.js"} <= set(loaded)
