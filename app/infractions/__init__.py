"""What is written in the street: numbers leased to phones, frozen notices, and what is added to them."""
