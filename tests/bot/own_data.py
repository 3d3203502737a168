"""What the bot gives to somebody who asks for what it keeps of them, where that is little."""

from __future__ import annotations

import json
from typing import Any

from bot.services.context import Services


async def own_data(app: Services, user: int) -> dict[str, Any]:
    """The one document."""
    ((name, content),) = await app.exports.begin(user)
    assert name.endswith(".json")
    return json.loads(content)
