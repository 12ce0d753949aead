"""One program for each other engine. It plays random games through the API of that engine.

The programs run in bench/.venv. They import that engine and the standard library, not Lutetia. They
never change the rules of an engine.
"""
