"""Tests of Akiwado."""
