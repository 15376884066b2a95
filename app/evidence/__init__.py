"""Evidence: what is received as bytes. For now drivers' photos, re-encoded and stored in a folder."""
