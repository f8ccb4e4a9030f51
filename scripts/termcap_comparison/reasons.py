"""The reasons why files in termcaps/ differ from the entries of ncurses 6.4, with the capabilities that each reason
explains."""

from __future__ import annotations

ENTRIES = {
    "adm3a": "adm3a",
    "ansi": "ansi",
    "h19": "h19",
    "h19-ansi": "h19-a",
    "vt100": "vt100",
    "vt52": "vt52",
    "wyse50": "wyse50",
    "z29": "z29",
}
"""The entry of ncurses that each file is compared with."""

Reasons = dict[str, str]

EVERYWHERE: Reasons = {
    "nothing here has a use for it": (
        "5i AB AF AL Co DC DL DO IC LE NC Nl RA RI S2 S3 SA SF SR UP bc bt bw ch cs ct cv ds eA ec fs i1 "
        "ic ip is it kn l0 l1 l2 l3 l4 l6 l7 l8 lh ll lw ma mb md me mh mk mp mr nl op pa pf pn po ps px "
        "rs s0 s1 s2 s3 sf st u6 u7 u8 u9 ue us vb vs vt ws xn xo"
    ),
    "a key that the game has no use for": "#2 %9 &3 F1 F2 F3 F4 F5 F6 K1 K2 K3 K4 K5 LF LO k0 k; kB kE kN kP",
    "a name of our own, see termcaps/README.md": "Hg Hk cB",
    "what the game begins and ends with": "te ti",
}
"""The reasons for differences in these capabilities in any file, unless `REASONS` has another reason for the
file."""

_AUTO_LF = "ti has switched auto LF on CR on and auto CR on LF off"
_H19_KEYBOARD = "k1 k2 k3 k4 k5 k6 k7 k8 kb kd kh kl kr ku"
_KEYBOARD = "Hk stands for the whole keyboard"
_NO_COUNT = "the form without a count is a byte shorter"
_HOME_FIRST = "on the 25th line that line alone is cleared, so it goes home first"
_CURSOR = "the cursor can be turned off, and ve undoes that"
_STATUS = "ti has switched the 25th line on, and no cell of it is erased by going there"
_SAVED = "the position can be saved and restored"
_GRAPHICS = "Hg stands for all 33 graphics"
_KEYPAD = "the keypad's digits are told apart from those of the main row"
_TABS = "tabs can be set, so nobody knows where they are"
_SHARED = "the key sends what the keys CTRL and H or CTRL and L send, which the game has a use for"

REASONS: dict[str, Reasons] = {
    "adm3a": {
        _SHARED: "kl kr",
        "CR and LF do it": "nw",
    },
    "ansi": {
        "BS and LF are two bytes shorter": "do le",
        "theirs scrolls the page, wherever the cursor is": "nw",
        "not all that is called ANSI has the characters of a PC": "ac ae as",
        "theirs are empty and stand for inserting by ic": "ei im mi",
        "theirs is no HT, and what its stops are nobody knows": "ta",
        "a key that the game has no use for": "kI",
    },
    "h19": {
        _AUTO_LF: "cr do nw",
        _KEYBOARD: _H19_KEYBOARD,
        _HOME_FIRST: "cl",
        _CURSOR: "ve vi",
        _STATUS: "ts",
        _SAVED: "rc sc",
        _GRAPHICS: "ac",
        _KEYPAD: "ke ks",
        "the terminal inserts and deletes lines": "al dl",
        "theirs says it by it#8": "pt",
    },
    "h19-ansi": {
        _AUTO_LF: "cr do nw",
        _KEYBOARD: _H19_KEYBOARD,
        _NO_COUNT: "al dc dl nd up",
        _HOME_FIRST: "cl",
        _CURSOR: "ve vi",
        "there is a 25th line in ANSI mode too": "es hs ts",
        _SAVED: "rc sc",
        _GRAPHICS: "ac",
        _KEYPAD: "ke ks",
        "theirs says it by it#8": "pt",
    },
    "vt100": {
        "ti turns wrapping off": "am",
        "the characters of an H19, a pip being the diamond": "ac",
        "the cursor keys stay as they are without the keypad in application mode": "kd kl kr ku",
        "the keypad stays numeric": "@8 k5 k6 k7 k8 k9 ke ks",
        "CR and LF do it": "nw",
        "they save and restore reverse video and the character set too": "rc sc",
        _TABS: "ta",
    },
    "vt52": {
        "BS and LF are a byte shorter": "do le",
        "only what an H19 has too": "ac",
        "the keys that are blue, red and gray as those of an H19 are": "k1 k2 k3 k6 k7 k8",
        "the keypad stays numeric": "k5 k9 ke ks",
        "theirs says it by it#8": "pt",
    },
    "wyse50": {
        "reverse video takes a cell; theirs is write-protected text that is shown in reverse": "ms se sg so",
        "the status line takes a message as a whole": "hs ts",
        _SHARED: "kb kl kr",
        _TABS: "ta",
        "the same as le=^H": "bs",
        "a key that the game has no use for": "@8 kA kD kI kL",
    },
    "z29": {
        _AUTO_LF: "cr do nw",
        _HOME_FIRST: "cl",
        _CURSOR: "ve vi",
        _SAVED: "rc sc",
        "theirs are exchanged: \\EF enters and \\EG leaves graphics, as on the H19": "ae as",
        _GRAPHICS: "ac",
        "theirs has a conditional that termcap(5) can't say": "ts",
        "HELP, which theirs calls k0": "%1",
        "ERASE sends in Heath mode what it sends in ANSI mode in their entry for that": "kS",
        _TABS: "pt ta",
    },
}
