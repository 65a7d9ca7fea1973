"""The page's own labels: menu, buttons, headings, what a screen reader is told. Whole sentences about play come from
`describe`.

To add one: a short key and its English text in `LABELS`, then `python tools/catalogues.py` and the two new lines in
`fives/locale/{ko,ja}/LC_MESSAGES/fives.po`. A label may hold `{n}` or another hole that the page fills; none may need a
particle after it or a plural. One key is one meaning: a word that another language says in two ways has two keys.
"""

from __future__ import annotations

from collections.abc import Mapping

from fives.words.catalogue import Words, msg, words_in

GENERAL = {
    "title": msg("fives: dominoes that count"),
    "about": msg("The Fives family of dominoes, to play at once: no account, no download."),
    "menu": msg("Menu"),
    "close": msg("Close"),
    "back": msg("Back"),
    "next": msg("Next"),
    "yes": msg("Yes"),
    "no": msg("No"),
    "none": msg("none"),
    "home": msg("Start page"),
    "rules": msg("Rules"),
    "rules_of": msg("Rules of {game}"),
    "other_names": msg("Also called {names}"),
    "settings": msg("Settings"),
    "language": msg("Language"),
    "theme": msg("Theme"),
    "theme_light": msg("Light"),
    "theme_dark": msg("Dark"),
    "theme_system": msg("As the system"),
    "contrast": msg("High contrast"),
    "tile_style": msg("Tile style"),
    "pips_style": msg("With pips"),
    "numerals": msg("With numerals"),
    "sound": msg("Sound"),
    "sound_on": msg("Sound on"),
    "sound_off": msg("Sound off"),
    "pace": msg("Pace of the bots"),
    "pace_calm": msg("Calm"),
    "pace_normal": msg("Normal"),
    "pace_quick": msg("Quick"),
    "motion": msg("Motion"),
    "keys": msg("Keys"),
    "keys_help": msg("Arrows or 1 to 9 choose a tile or a place, Enter plays, Esc lets go, H asks for a hint."),
    "skip_to_table": msg("Skip to the table"),
    "skip_to_content": msg("Skip to the content"),
    "play_now": msg("Play"),
}

HOME = {
    "choose_game": msg("Choose a game"),
    "game": msg("Game"),
    "to_win": msg("to win"),
    "points_to_win": msg("{n} to win"),
    "seats": msg("Seats"),
    "with": msg("With"),
    "bots": msg("Bots"),
    "friends": msg("Friends"),
    "bot_level": msg("Strength of the bots"),
    "level_easy": msg("Easy"),
    "level_normal": msg("Steady"),
    "level_hard": msg("Strong"),
    "level_beginner": msg("Beginner"),
    "level_casual": msg("Casual"),
    "level_club": msg("Club"),
    "level_expert": msg("Expert"),
    "level_master": msg("Master"),
    "your_name": msg("Your name"),
    "optional": msg("optional"),
    "start": msg("Start"),
    "start_game": msg("Start {game}"),
    "new_match": msg("New match"),
    "open_tables": msg("Open tables"),
    "no_open_tables": msg("No open tables. Start one and share the link."),
    "join": msg("Join"),
    "watch": msg("Watch"),
    "example": msg("A layout and its count"),
}

TABLE = {
    "table": msg("Table"),
    "layout": msg("Layout"),
    "layout_words": msg("The layout in words"),
    "boneyard": msg("Boneyard"),
    "hand": msg("Your hand"),
    "count": msg("Count"),
    "gives": msg("gives"),
    "score": msg("Score"),
    "points": msg("Points"),
    "strokes": msg("{n} strokes"),
    "last_play": msg("Last play"),
    "last_plays": msg("Last plays"),
    "no_plays": msg("No plays yet"),
    "other_seats": msg("Other seats, in turn order"),
    "your_turn": msg("Your turn"),
    "seconds_left": msg("Seconds left: {n}"),
    "you": msg("You"),
    "partner": msg("partner"),
    "bot": msg("bot"),
    "away": msg("away"),
    "next_turn": msg("next"),
    "leads": msg("leads"),
    "watching": msg("You are watching"),
    "waiting": msg("Waiting for the others"),
    "places": msg("Places"),
    "place_hint": msg("Choose a place."),
    "tap_again": msg("One place: press the tile again to play it."),
    "play": msg("Play this tile"),
    "hint": msg("Hint"),
    "draw": msg("Draw"),
    "pass": msg("Pass"),
    "move_late": msg("Somebody had already played."),
    "open_seat": msg("Open seat"),
    "sit_down": msg("Sit down"),
    "stand_up": msg("Leave the seat"),
    "fill_bots": msg("Fill with bots"),
    "seat_bot": msg("Seat a bot"),
    "seat_open": msg("Open the seat"),
    "take_back": msg("Take the seat back"),
    "react": msg("React"),
    "listed": msg("Show among the open tables"),
    "share_link": msg("Share link"),
    "share_hint": msg("Whoever opens the link may sit down or watch."),
    "copy": msg("Copy"),
    "copied": msg("Copied"),
    "copy_failed": msg("Copying did not work: mark the link and copy it."),
    "reconnecting": msg("Reconnecting"),
    "back_again": msg("You are back"),
    "no_connection": msg("No connection"),
    "try_again": msg("Try again"),
}

END = {
    "settlement": msg("Settlement"),
    "left_in_hand": msg("Left in hand"),
    "pips": msg("Pips"),
    "rounded": msg("Rounded"),
    "went_out": msg("went out"),
    "before": msg("Before"),
    "plays": msg("Plays"),
    "hands": msg("Hands"),
    "total": msg("Total"),
    "to_go": msg("{n} to go"),
    "next_round": msg("Next round"),
    "ready": msg("Ready"),
    "match_over": msg("Match over"),
    "rematch": msg("Rematch"),
    "result": msg("Result"),
    "record": msg("Record of the match"),
    "download": msg("Download"),
    "replay": msg("Replay"),
    "first_step": msg("First"),
    "last_step": msg("Last"),
    "step": msg("Step {n} of {of}"),
    "proof": msg("Proof of the deals"),
    "proof_check": msg("Check the deals"),
    "proof_good": msg("The deals are as they were sealed."),
    "proof_bad": msg("The deals are not as they were sealed."),
}

TEACH = {
    "in_words": msg("The same in words"),
    "legend_counted": msg("adds to the count"),
    "legend_open": msg("may be played on, adds nothing here"),
    "legend_spinner": msg("spinner"),
}

WRONG = {
    "no_page": msg("This page is not there."),
    "no_table": msg("This table is not there or is closed."),
    "table_full": msg("All seats are taken. You can watch."),
    "table_elsewhere": msg("This seat is open in another window."),
    "went_wrong": msg("Something went wrong. Load the page again."),
    "needs_script": msg("Playing needs JavaScript. The rules can be read without it."),
}

LABELS: Mapping[str, str] = {**GENERAL, **HOME, **TABLE, **END, **TEACH, **WRONG}


def page(words: Words | str) -> dict[str, str]:
    """Every label by its key, in a language given by its words or its name."""
    found = words_in(words) if isinstance(words, str) else words
    return {key: found.label(message) for key, message in LABELS.items()}
