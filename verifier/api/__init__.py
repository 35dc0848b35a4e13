"""The public Python API: each question is one function; each answer is frozen data that says what it holds for.

```python
import verifier as daybreak

deal = daybreak.deal("until-dawn", seed=7)
answer = daybreak.solve(deal, limits=daybreak.Limits(seconds=5))
print(answer.verdict, answer.grade, answer.line)
```

Every function raises BadInput, with coded problems, for invalid arguments, and RuleFailed where a rule of the game cannot be
evaluated.  Long work stops at its limits, or at Ctrl-C, with the answer so far (`ending` says which); with `on_progress` it
reports its progress.  Answers have `to_json()`, the text that the command prints with --json, and display in notebooks.

The names in `verifier.__all__` are stable; anything else may change.  The commands call the same functions, which are in
four modules: `games` (games, scenarios and deals), `deals` (questions about one deal, or many), `rulebooks` (questions about
rules), `reports`.
"""
