"""Philox 4x64-10, the counter-based generator, from its paper.

J. K. Salmon, M. A. Moraes, R. O. Dror, D. E. Shaw: Parallel random numbers: as easy as 1, 2, 3 (2011).
"""

from __future__ import annotations

WORD = 2**64
MULTIPLIERS = 0xD2E7470EE14C6C93, 0xCA5A826395121157
KEY_STEPS = 0x9E3779B97F4A7C15, 0xBB67AE8584CAA73B


def block(counter: tuple[int, int, int, int], key: tuple[int, int]) -> tuple[int, ...]:
    """Return the four 64-bit numbers of one counter."""
    a, b, c, d = counter
    first, second = key
    for _ in range(10):
        (high_a, low_a), (high_c, low_c) = divmod(a * MULTIPLIERS[0], WORD), divmod(c * MULTIPLIERS[1], WORD)
        a, b, c, d = high_c ^ b ^ first, low_c, high_a ^ d ^ second, low_a
        first, second = (first + KEY_STEPS[0]) % WORD, (second + KEY_STEPS[1]) % WORD
    return a, b, c, d
