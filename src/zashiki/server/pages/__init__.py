"""Everything people see in the browser: boards, tables, the home page, replays and rules, rendered on the server."""
