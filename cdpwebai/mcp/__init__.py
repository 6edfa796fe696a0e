"""The MCP server: the operations as tools, for a client that speaks the Model Context Protocol over stdio.

Row 9, over ``api``; nothing but the command ``mcp`` imports it, and only ``server`` and ``stdio`` need the SDK (the
extra ``cdpwebai[mcp]``). ``arguments`` says what the tools take, ``tools`` what they do, ``progress`` what is told
meanwhile, ``server`` makes them an MCP server, and ``stdio`` runs it.
"""
