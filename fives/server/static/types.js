/**
 * The shapes that the server sends, as `docs/protocol.md` tells them, and the few that modules share.
 * @module
 */

/** @typedef {"tall" | "square" | "wide"} ViewClass */
/** @typedef {[number, number, number]} Landing centre x, y in cells, and way: 0 up, 1 right, 2 down, 3 left */

/** @typedef {{tile: string, x: number, y: number, turn: number, spinner: boolean, last: boolean}} SceneTile */
/** @typedef {{onto: string, place: string, x: number, y: number, value: number | null}} SceneEnd */
/** @typedef {{onto: string | null, place: string | null, tile: Landing | null, double: Landing | null}} ScenePlace */
/**
 * @typedef {object} Scene
 * @property {ViewClass} view
 * @property {[number, number, number, number]} box x, y, width, height in cells; a half tile is two cells
 * @property {SceneTile[]} tiles
 * @property {[number, number, number, number][]} [links]
 * @property {SceneEnd[]} ends
 * @property {ScenePlace[]} places
 */

/**
 * @typedef {object} Option
 * @property {string} move
 * @property {string | null} onto
 * @property {string | null} place
 * @property {number | null} count
 * @property {string} gain
 * @property {boolean} scores
 * @property {number[]} terms
 * @property {string} sum
 * @property {string} text
 * @property {string} on
 * @property {number} order
 */
/** @typedef {{tile: string, label: string, plays: boolean, why: string | null, options: Option[]}} Held */
/**
 * @typedef {object} Seat
 * @property {number} seat
 * @property {string} name
 * @property {string} letter
 * @property {number} team
 * @property {string} mark
 * @property {"person" | "bot" | "open"} kind
 * @property {number} held
 * @property {string} [tiles] how many tiles it holds, in words
 * @property {boolean} away
 * @property {boolean} you
 * @property {boolean} partner
 * @property {boolean} next
 * @property {boolean} leads
 * @property {string} note
 * @property {string} level
 * @property {boolean} sits_in a bot plays for the person
 * @property {boolean} offered people may sit down here
 * @property {string} comes the name of who sits down with the next round
 * @property {string} says who sits there, in a sentence
 */
/**
 * @typedef {object} Team
 * @property {number} team
 * @property {string} mark
 * @property {string} names
 * @property {string} total
 * @property {string} of
 * @property {number | null} strokes
 * @property {string} extra
 * @property {string} label
 * @property {boolean} yours
 */
/**
 * @typedef {object} Last
 * @property {number} seat
 * @property {string} tile
 * @property {string | null} onto
 * @property {number[]} terms
 * @property {string} sum
 * @property {number | null} count
 * @property {string} gain
 * @property {boolean} scores
 * @property {string} text
 */
/** @typedef {{number: number, seat: number, mark: string, letter: string, tile: string | null, text: string, gain: string}} Line */
/** @typedef {{ready: number[], waiting: number, ms: number | null}} Next */
/**
 * @typedef {object} SettledSeat
 * @property {number} seat
 * @property {string} name
 * @property {string} mark
 * @property {string} letter
 * @property {string[]} tiles
 * @property {string} listed the tiles in a row, as they are read
 * @property {number} pips
 * @property {string} sum
 * @property {string} rounded
 * @property {string} points
 * @property {string} text
 */
/** @typedef {{team: number, mark: string, names: string, before: string, plays: string, change: string, after: string, to_go: string, label: string}} SettledTeam */
/** @typedef {{title: string, rows: SettledSeat[], teams: SettledTeam[], text: string, next: Next | null}} Settlement */
/** @typedef {{seat: number, name: string, tiles: string[], listed: string}} LeftOver */
/** @typedef {{team: number, yours: boolean, title: string, text: string, totals: Team[], left: LeftOver[], next: Next | null}} Result */
/** @typedef {{seat: number, ms: number, of: number, bank: number, running: boolean, starts: number}} Clock */
/**
 * @typedef {object} Happened
 * @property {number} number
 * @property {"play" | "draw" | "pass" | "lot" | "deal" | "show" | "settle" | "win" | "start"} what
 * @property {number} [seat]
 * @property {string} [tile]
 * @property {string} [onto]
 * @property {number} [count]
 * @property {number} [points]
 * @property {string} [gain]
 * @property {string} text
 */

/**
 * @typedef {object} State
 * @property {"state"} type
 * @property {number} number
 * @property {string} lang
 * @property {string} table
 * @property {number | null} you
 * @property {number | null} team
 * @property {{id: string, text: string, name: string, chip: string, counts: boolean, unit: number}} rules
 * @property {number} round
 * @property {string} need
 * @property {number | null} turn
 * @property {"play" | "draw" | "pass" | "wait" | "over"} may
 * @property {Seat[]} seats
 * @property {Team[]} teams
 * @property {{tiles: number, text: string}} boneyard
 * @property {Held[]} hand
 * @property {Last | null} last
 * @property {string} says
 * @property {Line[]} plays
 * @property {Scene | null} scene
 * @property {string} twin
 * @property {Settlement | null} settlement
 * @property {Result | null} result
 * @property {Clock | null} clock
 * @property {number} pace
 * @property {"waiting" | "playing" | "over"} stage
 * @property {number | null} host
 * @property {boolean} yours whether the viewer is the host
 * @property {number | null} coming
 * @property {{text: string, moves: string[]} | null} missed what was played for the viewer
 * @property {string} differs how the rules differ from the rule set of their name, in words
 * @property {string} agreed the clock and the strength of the bots, in words
 * @property {boolean} hints whether there are hints for the viewer, in its turns
 * @property {{what: string, text: string}[]} reactions
 * @property {Happened[]} events
 * @property {Record<string, string> | null} [words]
 */

/** @typedef {{type: "done", key: string, number: number}} Done */
/** @typedef {{type: "refused", key: string, reason: string, text: string, number: number}} Refused */
/** @typedef {{type: "error", reason: string, text: string}} Failed */
/** @typedef {{type: "pong", t: number}} Pong */
/** @typedef {{type: "scene", number: number, view: ViewClass, scene: Scene}} Refold */
/** @typedef {{type: "clock", number: number, clock: Clock}} Started */
/** @typedef {{type: "next", number: number, next: Next}} Ready */
/** @typedef {{type: "seated", key: string, seat: number, token: string}} Seated */
/** @typedef {{type: "reaction", seat: number, what: string, text: string}} Reaction */
/** @typedef {{url: string, qr: string, size: number}} Code */
/** @typedef {Code & {type: "link", key: string, share: Code}} Links */
/** @typedef {{type: "record", key: string, text: string}} RecordText */
/** @typedef {{type: "hint", key: string, number: number, move: string, text: string}} Advice */
/** @typedef {State | Done | Refused | Failed | Pong | Refold | Started | Ready | Seated | Reaction | Links | RecordText | Advice} Incoming */

/**
 * What is on the page besides the state: the chosen tile, the place in focus, a sentence for the strip.
 * @typedef {object} Choice
 * @property {string | null} tile
 * @property {string | null} move the option whose sum the strip shows
 * @property {string | null} says why a tile has no place, why a move was refused, or a hint
 * @property {string | null} sent the move that waits for the server's answer
 */

export {};
