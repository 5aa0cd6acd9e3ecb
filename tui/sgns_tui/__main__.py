"""`python -m sgns_tui` is the console script."""

from sgns_tui.cli import main

if __name__ == "__main__":
    main()
