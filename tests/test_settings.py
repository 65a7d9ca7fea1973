"""What a host sets by variables of the environment: documented as it is, refused where it makes no sense."""

from __future__ import annotations

import json
import os
import re
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest
from uvicorn.middleware.proxy_headers import _TrustedHosts
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from fives.cli import main
from fives.server import run
from fives.server.limits import Settings, proxies
from server_client import Server

pytestmark = pytest.mark.processes

PAGE = Path(__file__).parent.parent / "docs" / "hosting.md"
ROWS = re.findall(r"^\| `FIVES_(\w+)` \| ([^|]*?) ?\|", PAGE.read_text(), re.M)


def test_every_setting_is_documented_with_its_default() -> None:
    documented = {name.lower(): default for name, default in ROWS}
    for name, default in Settings()._asdict().items():
        assert documented[name] == ("" if default == "" else f"{default:g}")


def test_every_setting_is_taken_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = {name: 0.5 if isinstance(default, float) else "10.0.0.7" if isinstance(default, str) else 7
              for name, default in Settings()._asdict().items()}
    for name, value in wanted.items():
        monkeypatch.setenv(f"FIVES_{name.upper()}", str(value))
    assert Settings.of_environment()._asdict() == {**wanted, "proxy": proxies("10.0.0.7")}


@pytest.mark.parametrize(("text", "among", "others"), [
    ("127.0.0.1", "127.0.0.1", "127.0.0.2"), ("127.0.0.1", "::ffff:127.0.0.1", "::ffff:127.0.0.2"),
    ("10.0.0.0/8", "10.9.8.7", "11.0.0.1"), ("10.1.2.3/8", "10.9.8.7", "11.0.0.1"),
    ("10.1.2.3/8", "::ffff:10.9.8.7", "::ffff:11.0.0.1"), ("::ffff:10.1.2.3", "10.1.2.3", "10.1.2.4"),
    ("::1", "::1", "127.0.0.1"), ("2001:db8::7/64", "2001:db8::9", "2001:db8:0:1::9"),
    ("127.0.0.1, 10.1.2.3", "10.1.2.3", "10.1.2.4"), (" * ", "1.2.3.4", None)])
def test_a_proxy_is_counted_by_nobody_and_believed_by_everybody(
        text: str, among: str, others: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FIVES_PROXY", text)
    settings = Settings.of_environment()
    assert proxies(settings.proxy) == settings.proxy
    believed = _TrustedHosts(settings.proxy)
    assert settings.is_proxy(among)
    assert among in believed
    if others is not None:
        assert not settings.is_proxy(others)
        assert others not in believed


@pytest.mark.parametrize("text", ["*,10.1.2.3", "10.1.2.3, *", "*,*"])
def test_anybody_is_no_proxy_among_others(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FIVES_PROXY", text)
    with pytest.raises(ValueError, match=r"^FIVES_PROXY: expected \* alone"):
        Settings.of_environment()


@pytest.mark.parametrize("text", ["nginx", "10.0.0.0/99", "127.0.0.1,", "1.2.3", "http://127.0.0.1"])
def test_a_proxy_that_is_no_address_is_named(
        text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("FIVES_PROXY", text)
    assert run.serve(port=0, data=tmp_path / "data") == 2
    said = capsys.readouterr()
    assert said.err.startswith("fives: FIVES_PROXY: expected addresses such as 127.0.0.1 or 10.0.0.0/8, got ")
    assert said.out == ""


@pytest.mark.parametrize("name", [name for name, default in Settings()._asdict().items() if default != ""])
@pytest.mark.parametrize("text", ["-1", "many", "1e99", "nan", "\uff11", "1_0", "+5", " 5", "5 ", "1000000001",
                                  "9" * 5000])
def test_a_number_out_of_bounds_is_named(name: str, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(f"FIVES_{name.upper()}", text)
    with pytest.raises(ValueError, match=f"^FIVES_{name.upper()}: expected a (whole )?number .*up to 1000000000, got "):
        Settings.of_environment()


@pytest.mark.parametrize(("name", "text", "expected"), [
    ("KEEP", "0.5", "a whole number from 0"), ("BURST", "20.5", "a whole number from 1"),
    ("BURST", "0", "a whole number from 1"), ("RATE", "0", "a number above 0 and"),
    ("REQUESTS", "0", "a number above 0 and"), ("MISSES_BURST", "0", "a whole number from 1"),
    ("SOCKETS", "0", "a whole number from 1"), ("TABLES", "many", "a number from 0")])
def test_what_shuts_everybody_out_or_is_no_whole_number_is_named(
        name: str, text: str, expected: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(f"FIVES_{name}", text)
    with pytest.raises(ValueError, match=f"^FIVES_{name}: expected {expected} up to 1000000000, got {text!r}$"):
        Settings.of_environment()


def test_a_long_value_is_cut_with_a_mark(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FIVES_BURST", "9" * 500)
    with pytest.raises(ValueError, match=r", got '9{35}\.\.\.'$"):
        Settings.of_environment()


def test_a_name_that_is_no_setting_is_told_and_nothing_else_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    misspelt = "FIVES" + "_KEEPS"
    monkeypatch.setenv(misspelt, "3")
    monkeypatch.setenv("FIVES" + "_\n", "")
    server = Server(tmp_path)
    assert server.stop() == 0
    assert server.said == f"fives: there is no setting FIVES_\\n, {misspelt} (is FIVES_KEEP meant?)\n"


def test_every_name_that_this_project_reads_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    root = PAGE.parent.parent
    for folder in ("fives", "tools", "tests", "docs"):
        for file in (root / folder).rglob("*"):
            if file.suffix in (".py", ".md", ".toml"):
                for name in re.findall(r"\bFIVES_[A-Z_]*[A-Z]\b", file.read_text(encoding="utf-8")):
                    monkeypatch.setenv(name, "")
    assert "FIVES_ROUNDS" in os.environ
    assert Settings.unknown() is None


@pytest.mark.parametrize("text", ["no", "0", "Off", "bogus"])
def test_a_way_to_compile_that_there_is_not_is_named(
        text: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("FIVES_FAST", text)
    assert main(["serve", "--port", "0", "--no-browser"]) == 2
    assert capsys.readouterr() == ("", f"fives: FIVES_FAST: expected off, portable or nothing, got {text!r}\n")
    assert main(["--version"]) == 0


def test_every_path_that_the_guide_names_answers(tmp_path: Path) -> None:
    found = re.findall(r"`GET (/[^`]*)`", PAGE.read_text(encoding="utf-8"))
    server = Server(tmp_path)
    try:
        assert [server.ask(path)[::2] for path in found] == [(200, b"ok\n")]
    finally:
        server.stop()


@pytest.mark.parametrize(("host", "others"), [("127.0.0.1", False), ("0.0.0.0", True)])
def test_who_listens_everywhere_is_told_where_others_find_the_tables(
        host: str, others: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    with run.listen(host, 0) as listening:
        found, port = run.in_network(listening), listening.getsockname()[1]
        if not others:
            assert found is None
            return
        assert found is None or (found.endswith(f":{port}/") and "0.0.0.0" not in found), "None: in no network"

        class Asking:
            def __init__(self, *_: object) -> None: ...
            def __enter__(self) -> Asking:
                return self
            def __exit__(self, *_: object) -> None: ...
            def connect(self, address: object) -> None: ...
            def getsockname(self) -> tuple[str, int]:
                return "192.168.7.5", 40000

        monkeypatch.setattr(run.socket, "socket", Asking)
        assert run.in_network(listening) == f"http://192.168.7.5:{port}/"


def test_a_folder_for_old_records_is_made_at_the_start_or_named(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    run._prepare("FIVES_EXPORT", tmp_path / "old" / "records")
    assert (tmp_path / "old" / "records").is_dir()
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("FIVES_EXPORT", str(tmp_path / "file"))
    assert run.serve(port=0, data=tmp_path / "data") == 2
    assert f"FIVES_EXPORT: cannot use the folder {tmp_path / 'file'}" in capsys.readouterr().err
    assert not os.listdir(tmp_path / "old" / "records")


def test_a_folder_for_compiled_code_that_is_none_is_named(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("FIVES_CACHE", str(tmp_path / "file"))
    assert run.serve(port=0, data=tmp_path / "data") == 2
    assert "FIVES_CACHE: cannot use the folder " in capsys.readouterr().err


def test_the_web_server_of_the_guide_passes_on_the_host_with_its_port() -> None:
    assert "proxy_set_header Host $http_host;" in PAGE.read_text(encoding="utf-8")


def test_a_form_that_is_refused_uses_up_no_table(tmp_path: Path) -> None:
    server = Server(tmp_path, tables=0.001, tables_burst=1)
    try:
        for _ in range(3):
            assert server.ask("/tables", b'{"seats": 9}', content_type="application/json")[0] == 400
        assert server.ask("/tables", b"{}", content_type="application/json")[0] == 201
        status, _, body = server.ask("/tables", b"{}", content_type="application/json")
        assert (status, json.loads(body)["reason"]) == (429, "too-many")
    finally:
        assert server.stop() == 0


@pytest.mark.parametrize("believed", [True, False])
def test_behind_a_proxy_that_is_set_each_visitor_is_one_address(
        believed: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if believed:
        monkeypatch.setenv("FIVES_PROXY", "127.0.0.1")
    server = Server(tmp_path, tables=0.001, tables_burst=1, sockets=1)

    def new(visitor: str) -> int:
        return server.ask("/tables", b"{}", content_type="application/json", x_forwarded_for=visitor)[0]

    with ExitStack() as pages:
        pages.callback(server.stop)

        def looks(visitor: str) -> bool:
            address = f"{server.url.replace('http', 'ws', 1)}/tables/nothing/ws"
            with suppress(InvalidStatus):
                pages.enter_context(connect(address, proxy=None, additional_headers={"X-Forwarded-For": visitor}))
                return True
            return False

        assert new("10.0.0.1") == 201
        assert new("10.0.0.1") == 429
        assert new("10.0.0.2") == (201 if believed else 429)
        assert new("10.0.0.3, 10.0.0.1") == 429, "what a visitor says itself stands before what the proxy saw"
        assert looks("10.0.0.1")
        assert not looks("10.0.0.1")
        assert looks("10.0.0.2") == believed
