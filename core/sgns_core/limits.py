"""How much of a run is kept, drawn and made at once."""

from __future__ import annotations

INTERVAL = 512  # updates between keyframes, until they are thinned
FRAME_BYTES = 112 * 2**20
MAX_FRAMES = 4096  # in one branch, so that none of what looks through them takes long
STRETCH_BYTES = 16 * 2**20
LOG_BYTES = 40 * 2**20
BASE_BYTES = 16 * 2**20  # first tables above this are made again when they are needed
DRAWING_BYTES = 2**18  # output tables above this are not for a stepper that draws for itself
BLOCK_DRAWS = 1 << 18  # rows named by the updates that are drawn at once
AHEAD = 64  # updates that are drawn when fewer are asked for
