"""Make the compressed fonts of this folder from the whole ones: `python render/fonts/build.py FOLDER`.

FOLDER has, at any depth, the files of Debian's packages `fonts-noto-core` and `fonts-noto-cjk` and of npm's
`@expo-google-fonts/noto-emoji`. It needs `pip install fonttools`. A font is shipped with the letters that people have
in their names, without hints and names, in one weight, as an `.xz` file. Its units are as coarse as the sizes of
pictures allow, and outlines do not share parts: both make the file smaller.
"""

from __future__ import annotations

import lzma
import subprocess
import sys
from collections.abc import Iterable
from importlib import import_module
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

HERE: Final = Path(__file__).parent

SCRIPTS: Final = (
    "SansArabic-Bold", "SansArmenian-Bold", "SansBengali-Bold", "SansCanadianAboriginal-Bold", "SansCherokee-Bold",
    "SansCoptic-Regular", "SansDevanagari-Bold", "SansEthiopic-Bold", "SansGeorgian-Bold", "SansGujarati-Bold",
    "SansGurmukhi-Bold", "SansHebrew-Bold", "SansKannada-Bold", "SansKhmer-Bold", "SansLao-Bold", "SansLisu-Bold",
    "SansMalayalam-Bold", "SansMyanmar-Bold", "SansNKo-Regular", "SansOriya-Bold", "SansRunic-Regular",
    "SansSinhala-Bold", "SansTamil-Bold", "SansTelugu-Bold", "SansThaana-Bold", "SansThai-Bold", "SansTifinagh-Regular",
    "SerifTibetan-Bold",
)  # fmt: skip
"""The fonts of scripts, which are taken whole."""

UNITS: Final = 500
"""How many units the size of a text has: a tenth of a pixel in the largest one."""
PACKING: Final = {"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "lc": 4, "lp": 0, "pb": 0}
"""Bytes of outlines have no alignment, and what a byte says depends on the one before it."""

IN_NAMES: Final = "珺堃垚赟瑄翀頔祎燊玹烜炘媃婼孋沄洺淯湉灝琁瑀瑋瑒瓅芃譞韡頎驊龑龢"
"""Characters of given names that none of the sets below has."""


def span(*ends: int) -> Iterable[int]:
    """The code points of ranges that are given by their first and last one, in turn."""
    for first, last in zip(ends[::2], ends[1::2], strict=True):
        yield from range(first, last + 1)


def of_charset(codec: str, firsts: range, seconds: Iterable[int]) -> set[int]:
    """The characters of the double bytes of a character set."""
    pairs = (bytes((first, second)).decode(codec, "ignore") for second in seconds for first in firsts)
    return {ord(text) for text in pairs if len(text) == 1}


def east_asian() -> set[int]:
    """Characters of Japanese, Chinese and Korean.

    All of JIS X 0208 and GB 2312, the frequent ones of Big5, and what else is frequent in names. Of syllables of Korean
    those of KS X 1001; all others are put together from their letters.
    """
    high = range(0xA1, 0xFF)
    found = of_charset("euc_jp", range(0xB0, 0xF5), high) | of_charset("gb2312", range(0xB0, 0xF8), high)
    found |= of_charset("big5", range(0xA4, 0xC7), [*range(0x40, 0x7F), *high])
    found |= of_charset("euc_kr", range(0xB0, 0xC9), high) | of_charset("euc_jp", range(0xA1, 0xA4), high)
    found |= of_charset("cp932", range(0xED, 0xEF), range(0x40, 0xFD)) | {*map(ord, IN_NAMES)}
    found |= {*span(0x1100, 0x11FF, 0x3000, 0x3030, 0x3040, 0x312F, 0x3131, 0x318E, 0xFA0E, 0xFA2D, 0xFF01, 0xFFE6)}
    # Circled numbers, squares and discs, stars, hearts and notes.
    found |= {*span(0x2190, 0x2199, 0x2460, 0x2473, 0x25A0, 0x25FF, 0x2600, 0x2606, 0x2660, 0x266F)}
    return {char for char in found if char > 0x1000}


def subset(source: Path, target: Path, letters: Iterable[int] | None, *options: str) -> None:
    """Write a font with some letters only, or with all."""
    with TemporaryDirectory() as folder:
        wanted, made = Path(folder) / "letters", Path(folder) / target.stem
        wanted.write_text("*" if letters is None else "\n".join(f"{letter:04X}" for letter in sorted(letters)))
        flags = ["--unicodes=*"] if letters is None else [f"--unicodes-file={wanted}"]
        command = ["pyftsubset", str(source), *flags, "--no-hinting", "--name-IDs=", f"--output-file={made}", *options]
        subprocess.run(command, check=True)  # noqa: S603 - what is run is in this file
        target.write_bytes(lzma.compress(coarser(made), filters=[PACKING]))


def coarser(file: Path) -> bytes:
    """A font in larger units."""
    font = import_module("fontTools.ttLib").TTFont(file)
    outlines = _rounded(font) if "CFF " in font else {}
    import_module("fontTools.ttLib.scaleUpem").scale_upem(font, UNITS)
    # The steps of such outlines have been rounded one by one, and errors add up.
    for name, outline in outlines.items():
        strings = font["CFF "].cff.topDictIndex[0].CharStrings
        strings.charStringsIndex.items[strings.charStrings[name]] = outline
    made = BytesIO()
    font.save(made)
    return made.getvalue()


def _rounded(font: Any) -> dict[str, Any]:  # noqa: ANN401 - fonttools is not among the packages of the project
    """The outlines of a font in larger units, each point rounded by itself."""
    scale, glyphs = UNITS / font["head"].unitsPerEm, font.getGlyphSet()
    font["CFF "].cff.desubroutinize()
    strings = font["CFF "].cff.topDictIndex[0].CharStrings
    t2, transform = import_module("fontTools.pens.t2CharStringPen"), import_module("fontTools.pens.transformPen")
    found: dict[str, Any] = {}
    for name in font.getGlyphOrder():
        pen = t2.T2CharStringPen(None, glyphs)
        glyphs[name].draw(transform.TransformPen(pen, (scale, 0, 0, scale, 0, 0)))
        found[name] = pen.getCharString(strings[name].private, strings[name].globalSubrs)
    return found


def build(folder: Path) -> None:
    """Make all fonts."""

    def whole(name: str) -> Path:
        return next(folder.rglob(name))

    cjk_options = ("--font-number=0", "--layout-features=ljmo,vjmo,tjmo", "--layout-scripts=hang")
    unused = "--drop-tables+=vhea,vmtx,VORG,BASE,GPOS"
    subset(whole("NotoSansCJK-Bold.ttc"), HERE / "NotoSansCJK-Bold.otf.xz", east_asian(), *cjk_options, unused)
    # A picture has no colours for tones of skin.
    emoji = [*span(0x20, 0x1F3FA, 0x1F400, 0xE007F)]
    subset(whole("NotoEmoji_700Bold.ttf"), HERE / "NotoEmoji-Bold.ttf.xz", emoji)
    # Latin letters of any kind, to carry marks that have no letter of their own with them.
    latin = [
        *span(0x20, 0x7E, 0xA0, 0x17F, 0x180, 0x36F, 0x1D00, 0x1DBF, 0x2C60, 0x2C7F, 0x20A0, 0x20BF, 0xA720, 0xA7FF)
    ]
    latin += [*span(0x391, 0x3C9, 0x410, 0x44F, 0x1F00, 0x1FFF, 0x2010, 0x205E, 0x2070, 0x209F, 0x2100, 0x218F)]
    subset(whole("NotoSans-Bold.ttf"), HERE / "NotoSans-Bold.ttf.xz", latin, "--layout-features=ccmp,mark,mkmk")
    letterlike = [*span(0x1D400, 0x1D7FF, 0x2102, 0x2138)]
    subset(
        whole("NotoSansMath-Regular.ttf"), HERE / "NotoSansMath-Regular.ttf.xz", letterlike,
        "--layout-features=", "--drop-tables+=MATH",
    )  # fmt: skip
    # Letters in circles and squares.
    enclosed = [*span(0x249C, 0x24FF, 0x1F110, 0x1F189)]
    subset(whole("NotoSansSymbols-Bold.ttf"), HERE / "NotoSansSymbols-Bold.ttf.xz", enclosed, "--layout-features=")
    for name in SCRIPTS:
        subset(whole(f"Noto{name}.ttf"), HERE / f"Noto{name}.ttf.xz", None)


if __name__ == "__main__":
    build(Path(sys.argv[1]))
