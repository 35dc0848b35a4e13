"""The command `daybreak`: `main` runs it and gives its exit code.

| exit code | means |
|---|---|
| 0 | as expected |
| 12 | a property is violated, or an expectation is not met |
| 75 | a rule could not be evaluated |
| 124 | a limit was reached: what is not known is not a success |
| 130 | interrupted, by Ctrl-C; the answer so far is shown |
| 143 | the same, by SIGTERM |
| 150 | bad input: the message says what, where, and what was expected |
| 255 | a fault of Daybreak's own |
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence

from verifier.cli.interruption import Listening

EXIT_LIMIT, EXIT_INTERRUPTED = 124, 130
# Loading modules and the rules of three games makes more than 250,000 objects that stay.  Looking through them for garbage, 200
# times by default, was a tenth of a short command.
_OBJECTS_UNCOLLECTED = 500_000


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; the exit code.  No exception leaves it but what ends Python itself."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    gc.set_threshold(_OBJECTS_UNCOLLECTED)
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # nothing here multiplies matrices: each thread would reserve memory
    with Listening() as listening:
        try:
            from verifier.cli.run import run  # imported here, so that Ctrl-C while Python is still loading is caught too

            code = run(given)
        except KeyboardInterrupt:
            code = EXIT_INTERRUPTED
        except MemoryError:  # while Python was still loading
            code = EXIT_LIMIT
            sys.stderr.write("DB508 there is too little memory to begin\n")
    if arguments is None:  # the process ends: its objects go one by one, and nobody looks through them for garbage before
        gc.freeze()
    return listening.exit_code(code)
