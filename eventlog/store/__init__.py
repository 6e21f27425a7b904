"""Files: the log, the private file beside it, the device key and the lock on the data folder.

Responsible for all input and output of `eventlog`: what is told to be stored survives a crash, and what is read back
is whole or its fault is reported by place. It must not know what the records mean.
Formats: `docs/protocol/log-file.md`, `docs/protocol/keys.md`.
"""

from eventlog.errors import Damage, DamagedLog, DamageReason, InUse, NotALog, StoreError, StoreReason
from eventlog.store.files import prepare_folder
from eventlog.store.frames import FileKind, Frame, LogScan, Torn
from eventlog.store.identity import Identity, create_identity, load_identity
from eventlog.store.lock import DataLock
from eventlog.store.log import LogFile, read_log

__all__ = [
    "Damage",
    "DamageReason",
    "DamagedLog",
    "DataLock",
    "FileKind",
    "Frame",
    "Identity",
    "InUse",
    "LogFile",
    "LogScan",
    "NotALog",
    "StoreError",
    "StoreReason",
    "Torn",
    "create_identity",
    "load_identity",
    "prepare_folder",
    "read_log",
]
