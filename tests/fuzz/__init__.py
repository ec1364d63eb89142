"""Whatever anybody sends: drawn requests, battles and files, and what no answer to them may be."""
