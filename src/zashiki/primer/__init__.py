"""A game shown and practised, from records: pictures, examples to step through, a summary, a glossary and exercises."""
