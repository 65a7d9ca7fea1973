"""The fields of the form on the first page: one of a few, a list, and what else a host may choose, folded away."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from fives.server.protocol_in import BANKS, CLOCKS, TARGETS

Values = Sequence[tuple[str, str]]  # what is sent, and what is read: escaped already
PACES = (("200", "quick"), ("", "normal"), ("2000", "calm"))  # milliseconds; the usual ones are the server's


def choice(name: str, values: Values, chosen: str) -> str:
    """One of a few, side by side."""
    return '<div class="seg">' + "".join(
        f'<label><input type="radio" name="{name}" value="{escape(value)}"{" checked" if value == chosen else ""}>'
        f"<span>{text}</span></label>" for value, text in values) + "</div>"


def listed(name: str, title: str, values: Values, chosen: str) -> str:
    """One of more, in a list."""
    options = "".join(f'<option value="{escape(value)}"{" selected" if value == chosen else ""}>{text}</option>'
                      for value, text in values)
    return (f'<p><label class="lab" for="{name}">{title}</label>'
            f'<select id="{name}" name="{name}">{options}</select></p>')


def more(labels: Mapping[str, str], chosen: Mapping[str, str], opened: bool) -> str:
    """What a host may vary, the clock, the pace of the bots; an empty value is the usual one."""
    def seconds(values: Sequence[int], none: str) -> list[tuple[str, str]]:
        return [(str(n), labels["seconds"].replace("{n}", str(n)) if n else none) for n in values]

    leaders = [("", labels["as_usual"]), ("lot", labels["leader_lot"]), ("highest", labels["leader_highest"])]
    clocks = [("", labels["as_usual"]), *seconds(CLOCKS, labels["no_clock"])]
    paces = [(value, labels[f"pace_{name}"]) for value, name in PACES]
    least, most = TARGETS
    return f"""<details class="more" data-titled="{labels["titled"]}"{" open" if opened else ""}>
<summary><span>{labels["more_choices"]}</span><small class="chosen"></small></summary>
<div class="opts">
<p><label class="lab" for="target">{labels["target"]}</label><input id="target" type="number" name="target"
 min="{least}" max="{most}" step="1" inputmode="numeric" placeholder="{labels["as_usual"]}"
 value="{escape(chosen.get("target", ""))}"></p>
{listed("pace", labels["pace"], paces, chosen.get("pace", ""))}
<fieldset class="whole"><legend>{labels["first_leader"]}</legend>
{choice("first_leader", leaders, chosen.get("first_leader", ""))}</fieldset>
<p class="whole tick pairs"><label><input type="checkbox" name="partners" value="on"
{" checked" if chosen.get("partners") else ""}><span>{labels["in_pairs"]}<small>{labels["pairs_where"]}</small></span>
</label></p>
{listed("clock", labels["clock"], clocks, chosen.get("clock", ""))}
{listed("bank", labels["bank"], seconds(BANKS, labels["no_bank"]), chosen.get("bank", "0"))}
<p class="whole"><button class="btn usual" type="button" hidden>{labels["all_usual"]}</button></p>
</div></details>"""
