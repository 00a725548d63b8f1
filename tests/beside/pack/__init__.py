# A package: its modules import each other by dots.
