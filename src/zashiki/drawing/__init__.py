"""Drawing without a browser: shapes and measured text as SVG in millimetres, for paper and pictures."""
