"""The `lutetia` command: what a person types and reads in a terminal.

It may import all lower layers. It never decides a rule, keeps a secret or answers a network. Every
command is a module with `add(subparsers)`, which declares its arguments and the function to run.
"""
