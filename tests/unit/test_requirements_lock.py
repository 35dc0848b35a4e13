"""The lock: it has what is declared, by exact versions and digests alone, and `make install` takes nothing else."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from packaging.markers import default_environment
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
LOCK = (ROOT / "requirements.lock").read_text(encoding="utf-8")
SITE_LOCK = (ROOT / "requirements-docs.lock").read_text(encoding="utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
DECLARED = [*PROJECT["project"]["dependencies"], *PROJECT["project"]["optional-dependencies"]["dev"],
            *PROJECT["project"]["optional-dependencies"]["testing"], *PROJECT["build-system"]["requires"]]
FOR_THE_SITE = PROJECT["project"]["optional-dependencies"]["docs"]
ENTRY = re.compile(r"^(?P<pin>[a-z0-9-]+==[\w.]+)(?: ; (?P<marker>[^\\\n]+?))?(?: \\\n    --hash=sha256:[0-9a-f]{64})+$",
                   re.MULTILINE)
PYTHONS = ("3.11", "3.12", "3.13")


def _locked(python: str, system: str, lock: str = LOCK) -> dict[str, str]:
    """The versions that a lock gives a Python on a system."""
    environment = {**default_environment(), "python_version": python, "python_full_version": f"{python}.1",
                   "sys_platform": system}
    found: dict[str, str] = {}
    for entry in ENTRY.finditer(lock):
        pin = Requirement(f"{entry['pin']} ; {entry['marker']}" if entry["marker"] else entry["pin"])
        if pin.marker is None or pin.marker.evaluate(environment):
            assert pin.name not in found, f"two versions of {pin.name}"
            found[pin.name] = next(iter(pin.specifier)).version
    return found


@pytest.mark.parametrize("system", ["linux", "darwin"])
@pytest.mark.parametrize("python", PYTHONS)
def test_the_lock_has_a_version_of_everything_declared(python: str, system: str) -> None:
    for declared, lock in ((DECLARED, LOCK), (FOR_THE_SITE, SITE_LOCK)):
        locked = _locked(python, system, lock)
        for text in declared:
            wanted = Requirement(text)
            version = locked.get(canonicalize_name(wanted.name))
            assert version is not None, f"{text} is not in the lock: make lock"
            assert version in wanted.specifier, f"the lock has {version}, declared is {text}: make lock"


def test_the_lock_holds_versions_and_digests_and_nothing_else() -> None:
    for lock in (LOCK, SITE_LOCK):
        rest = ENTRY.sub("", lock)
        assert [line for line in rest.splitlines() if line and not line.startswith("#")] == []
        assert "://" not in lock
    assert len(_locked("3.11", "linux")) >= 40


def test_the_pythons_are_those_that_are_declared() -> None:
    assert PROJECT["project"]["requires-python"] == f">={PYTHONS[0]},<3.14"


def test_an_installation_checks_digests_and_builds_nothing_that_the_lock_did_not_bring() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    recipe = makefile[makefile.index("$(INSTALLED): "):]
    installs = re.findall(r"-m pip install (.*)", recipe)
    assert len(installs) == 2
    assert "--require-hashes --only-binary :all: --requirement $(LOCK)" in installs[0]
    assert "--no-deps --no-build-isolation --editable ." in installs[1]
