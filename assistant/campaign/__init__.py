"""The one place that joins rules, packs and ledger."""
