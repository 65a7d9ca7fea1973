"""`python -m fives` is the command `fives`."""

import sys

if __name__ == "__main__":
    try:
        from fives.cli import main
        status = main()
    except KeyboardInterrupt:  # before the command could heed it
        status = 130
    sys.exit(status)
