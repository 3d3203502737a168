"""The analysis of a finished game: for one person, or posted for all."""

from __future__ import annotations

from bot.interactions.request import Request
from bot.screens import analysis as screens
from bot.screens.board import with_way_on
from bot.screens.model import Screen
from bot.screens.verbs import GameVerb
from bot.services.context import Services
from bot.services.loaded import Loaded
from bot.tables import replay


async def show(services: Services, request: Request, loaded: Loaded) -> Screen:
    """The chances of all.

    Raises:
        Refused: see `Analyses.of`.
    """
    analysis = await services.analyses.of(loaded.table)
    shown = screens.overview(loaded.table, analysis, request.texts, may_share=loaded.is_posted)
    return with_way_on(shown, loaded.table, request.texts, request.user, GameVerb.ANALYSIS)


async def turning_point(services: Services, request: Request, loaded: Loaded, number: int) -> Screen:
    """One turning point, counted from 1.

    Raises:
        Refused: see `Analyses.of`.
    """
    analysis = await services.analyses.of(loaded.table)
    shown = screens.turning_point(loaded.table, analysis, number, request.texts, may_share=loaded.is_posted)
    return with_way_on(shown, loaded.table, request.texts, request.user, GameVerb.ANALYSIS)


async def share(services: Services, request: Request, loaded: Loaded) -> Screen:
    """Post the analysis for all; where it was posted already, or nothing is posted, it is shown to this person alone.

    Raises:
        Refused: `not-playing`, or see `Analyses.of`.
    """
    analysis = await services.analyses.of(loaded.table)
    if loaded.table.analysis_shared or not loaded.is_posted:
        return screens.overview(loaded.table, analysis, request.texts, may_share=loaded.is_posted)
    await services.tables.change(loaded, lambda table: replay.share_analysis(table, request.user))
    return Screen(request.texts("analysis.shared"))
