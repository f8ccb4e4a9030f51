"""The picture of the page in the documents: `scripts/test --bless tests/web/test_picture.py` takes it anew."""

from __future__ import annotations

import base64
from pathlib import Path

import pytest

from tests.apps.by_hand import SCORES, deal
from tests.web.tabs import Tab

pytestmark = pytest.mark.slow
PICTURE = Path(__file__).resolve().parents[2] / "docs" / "page.png"
SEED = 42
TURNS = 6
MOST_DIFFERENT = 0.02
"""The part of all pixels that may differ, since the fonts of the buttons depend on the machine."""
DIFFERENCE = """async (pictures) => {
    const [one, other] = await Promise.all(pictures.map(async (text) => {
        const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
        const picture = await createImageBitmap(new Blob([bytes], {type: "image/png"}));
        const canvas = new OffscreenCanvas(picture.width, picture.height).getContext("2d");
        canvas.drawImage(picture, 0, 0);
        return canvas.getImageData(0, 0, picture.width, picture.height);
    }));
    if (one.width !== other.width || one.height !== other.height) return 1;
    let different = 0;
    for (let at = 0; at < one.data.length; at += 4)
        different += [0, 1, 2].some((part) => Math.abs(one.data[at + part] - other.data[at + part]) > 32);
    return different / (one.width * one.height);
}"""


def test_picture_in_the_documents_is_the_page(tab: Tab, is_blessing: bool) -> None:
    """The picture shows the seventh turn of a game: each turn's first dice were posted where they score most."""
    tab.open(f"r={SEED}&players=me,=reagan,=king&pace=0")
    open_rows = [*range(13)]
    for turn in range(TURNS):
        dice = deal(SEED, 0, turn, 0)
        tab.wait_for_dice(dice)
        row = max(open_rows, key=lambda row: SCORES[row](dice))
        tab.press(*["Space"] * open_rows.index(row))
        tab.post_here()
        open_rows.remove(row)
    tab.wait_for_dice(deal(SEED, 0, TURNS, 0))
    tab.press("F1", "F2")
    tab.wait_for(f"{'ROLL':^7}{'ROLL':^7}".strip())
    picture = tab.page.screenshot()
    if is_blessing:
        PICTURE.write_bytes(picture)
    both = [base64.b64encode(content).decode() for content in (PICTURE.read_bytes(), picture)]
    assert tab.page.evaluate(DIFFERENCE, both) <= MOST_DIFFERENT
