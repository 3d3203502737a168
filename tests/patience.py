"""How long a test may hang before it is given up: generous, so that no verdict hangs on the speed of the machine."""

from typing import Final

PATIENCE_S: Final = 120
