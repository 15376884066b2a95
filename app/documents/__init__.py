"""PDFs and print pages; takes plain values and knows no table."""
