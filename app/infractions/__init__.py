"""Number blocks, notices (autos), warnings and measures. Built with the notice part."""
