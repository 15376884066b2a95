"""The HTTP edge all parts share: who asks, headers, errors, assets, forms, htmx, PWA files."""
