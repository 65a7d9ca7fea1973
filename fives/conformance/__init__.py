"""The conformance corpus: what a case is, and whether it holds. `corpus/FORMAT.md` is its grammar, word for word.

>>> check_case({"id": "a", "kind": "layout", "rules": "five-up", "plays": ["1-4"], "count": 6})
[Fault(field='count', wanted=6, got=5)]
"""

from fives.conformance.checks import Fault, NoCase, check_case
from fives.conformance.lines import case_lines, read_case

__all__ = ["Fault", "NoCase", "case_lines", "check_case", "read_case"]
