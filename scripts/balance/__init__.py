"""The results, tables and pictures of docs/balance.md.

It may import everything of Lutetia. It never plays, and it writes only into docs/.
"""
