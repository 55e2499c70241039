"""The examples in the core's docstrings are true."""

import doctest
import importlib
import pkgutil

import pytest

import midnight_core

MODULES = ["midnight_core"] + [
    found.name for found in pkgutil.walk_packages(midnight_core.__path__, "midnight_core.")
]


@pytest.mark.parametrize("name", MODULES)
def test_examples_hold(name):
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_examples_are_found():
    assert sum(doctest.testmod(importlib.import_module(name)).attempted for name in MODULES) > 10
