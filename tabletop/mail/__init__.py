"""Games by mail: turn files, sealed and signed, and the two ends that write and open them.

No window and no network: players send the files in any way they like. PyNaCl is loaded only when a key is used.
"""
