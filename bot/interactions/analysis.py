"""The analysis of a finished game: for one person, or posted for all."""

from __future__ import annotations

from bot.interactions.request import Request
from bot.screens import analysis as screens
from bot.screens.model import Screen
from bot.screens.press import Press, Verb
from bot.services.context import Services
from bot.services.tables import Loaded
from bot.tables import replay
from bot.tables.errors import Refused


async def show(services: Services, request: Request, loaded: Loaded, press: Press) -> Screen:
    """The chances of all, or the turning point that the draft of the press names.

    Raises:
        Refused: `bad-press`, or see `Analyses.of`.
    """
    number = 0
    if press.verb == Verb.TURNING_POINT:
        if press.draft not in ("1", "2", "3"):
            raise Refused("bad-press")
        number = int(press.draft)
    analysis = await services.analyses.of(loaded.table)
    if number:
        return screens.turning_point(loaded.table, analysis, number, request.texts)
    return screens.overview(loaded.table, analysis, request.texts)


async def share(services: Services, request: Request, loaded: Loaded) -> Screen:
    """Post the analysis for all; where it was posted already it is shown to this person alone.

    Raises:
        Refused: `not-playing`, or see `Analyses.of`.
    """
    analysis = await services.analyses.of(loaded.table)
    if loaded.table.analysis_shared:
        return screens.overview(loaded.table, analysis, request.texts)
    await services.tables.change(loaded, lambda table: replay.share_analysis(table, request.user))
    return Screen(request.texts("analysis.shared"))
