"""What each screen shows, as plain records: pages, phones, the projector and the API read the same."""
