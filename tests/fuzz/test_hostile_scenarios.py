"""A hand-made corpus of hostile scenario files: each ends in the code that names what is wrong, in little memory and time."""

import subprocess
import sys
from pathlib import Path

from tests.fuzz.hostile import make, outcome

ROOT = Path(__file__).parent.parent.parent
MEMORY = 256 * 2**20
SECONDS_OF_CPU = 60


def test_every_hostile_file_ends_in_its_own_code(tmp_path: Path) -> None:
    found = [(name, outcome(path), code) for name, code, path in make(tmp_path)]
    assert len(found) >= 60
    assert [(name, got) for name, got, _ in found] == [(name, code) for name, _, code in found]


def test_all_of_them_in_a_process_with_little_memory_and_time(tmp_path: Path) -> None:
    limits = (f"import resource, runpy, sys; resource.setrlimit(resource.RLIMIT_AS, ({MEMORY}, {MEMORY})); "
              f"resource.setrlimit(resource.RLIMIT_CPU, ({SECONDS_OF_CPU}, {SECONDS_OF_CPU})); "
              f"sys.argv = ['hostile', {str(tmp_path)!r}]; runpy.run_module('tests.fuzz.hostile', run_name='__main__')")
    done = subprocess.run([sys.executable, "-c", limits], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert len(done.stdout.splitlines()) >= 60
