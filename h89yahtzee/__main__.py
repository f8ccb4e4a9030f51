"""`python -m h89yahtzee` is `yahtzee`."""

import sys

from h89yahtzee.apps.yahtzee.play import main

sys.exit(main())
