"""In which order the tests run: the longest first, so that nobody waits for one of them in the end."""

import os

import pytest

LONG = {"test_notebooks.py", "test_pages.py"}


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin each worker's share, which xdist cuts from the list in one piece, with some of the long tests."""
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    kinds: tuple[list[pytest.Item], list[pytest.Item]] = [], []
    for item in items:
        is_long = item.get_closest_marker("browser") or item.path.name in LONG
        kinds[0 if is_long else 1].append(item)
    items[:] = [
        item
        for number in range(workers)
        for kind in kinds
        for item in kind[len(kind) * number // workers : len(kind) * (number + 1) // workers]
    ]
