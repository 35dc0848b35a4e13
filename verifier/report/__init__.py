"""What commands found, as frozen data (`results`), and one renderer for each format: `text`, `json`, `html` (pages)."""
