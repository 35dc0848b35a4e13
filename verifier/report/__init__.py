"""What commands found, as frozen data (`results`), and one renderer for each format: `text` for people, `json` for programs."""
