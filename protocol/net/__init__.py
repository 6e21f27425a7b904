"""The rim of the protocol: the only part of it that owns files, clocks, tasks and, one day, sockets."""
