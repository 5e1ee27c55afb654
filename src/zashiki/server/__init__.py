"""The house: tables in a browser and over a JSON API, on an event log that survives everything."""
