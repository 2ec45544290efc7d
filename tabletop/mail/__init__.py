"""Games by mail: turn files, which are sealed and signed, and the host and the seats that write and open them.

No window and no network: players send the files in any way they like. PyNaCl is loaded only when a key is used.
"""
