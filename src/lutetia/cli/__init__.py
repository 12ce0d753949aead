"""The `lutetia` command: what a person types and reads in a terminal.

May import everything below it. Never decides a rule, keeps a secret or answers a network; every
command is a module with `add(subparsers)`, which says how it is called and what it runs.
"""
