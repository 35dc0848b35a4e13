"""Reports for people, as rich renderables; one file per answer.  Data is shown by `Text` objects, never by markup."""
