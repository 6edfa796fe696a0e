"""The whole exception tree.

Row 0: imports nothing of ours. Everything above raises these and nothing else on purpose; any other exception that
leaves the library is a bug, please report it. One module a branch; everybody imports them from here. An exit code
stands where it is another than that of the error above.

::

    CdpWebAIError                                                                                          exit 1
    ├── InputError                   bad input, found before a browser is touched                          exit 2
    │   ├── PromptMissing            there is nothing to ask
    │   ├── AttachmentRefused        a file that cannot go along with a prompt
    │   ├── ContextMissing           options of a context, and no context
    │   ├── SelectorError            a selector that does not parse
    │   ├── ScenarioError            a demo scenario with an unknown key, step or shape
    │   └── TraceError               a trace that is cut, damaged or from a newer format
    ├── ContextError                 files that may not go along with a prompt, or too much of them
    ├── BrowserError                 a browser could not be had                                            exit 5
    │   ├── BrowserNotFound          no executable in any of the usual places
    │   ├── BrowserInUse             the profile is locked by a live process, or by another host
    │   ├── BrowserLaunchFailed      it started and went away, or never became ready
    │   └── DisplayMissing           headed, and there is no display
    ├── CdpError                     the protocol and its connection
    │   ├── Unreachable              no browser answers at the endpoint                                    exit 5
    │   ├── CallError                a call that got no good reply
    │   │   ├── Gone                 who we talked to is no longer there                                   exit 5
    │   │   │   ├── Disconnected     the connection ended
    │   │   │   ├── TargetCrashed    the tab crashed
    │   │   │   ├── TargetClosed     the tab was closed
    │   │   │   └── SessionDetached  the session was detached, the tab may live
    │   │   ├── CallTimeout          no reply within the call's own limit                                  exit 3
    │   │   ├── ProtocolError        the browser answered with an error
    │   │   ├── MalformedReply       the reply's body does not fit its type                                exit 3
    │   │   └── CommandTooLarge      more than 100 MiB, refused before sending
    │   ├── Lagged                   a subscriber was too slow and lost events
    │   └── ReplayDivergence         in replay, an act that the recording does not have
    ├── PageError                    the page, seen through JavaScript or by acting on it
    │   ├── PageException            an exception thrown in the page
    │   ├── NotSerialisable          a value that JSON would lose
    │   ├── PromiseCollected         a promise that can settle no more                                     exit 3
    │   ├── StaleHandle              a handle that outlived its document                                   exit 3
    │   ├── ActRefused               an act that was not done: covered, moving, gone, disabled
    │   └── NavigationFailed         a navigation that did not arrive
    ├── ProviderError                the chat site does not allow the next step                            exit 1 or 3
    ├── NotFinished                  the deadline came before the answer was proven complete               exit 4
    ├── PartialAnswer                the answer was cut, and the site offers to go on
    ├── ArtifactsMissing             the answer is there; an image or a file that was asked for is not
    ├── SubmissionUnknown            it cannot be told whether the prompt was sent                         exit 3
    ├── OutputError                  the file for a result could not be written
    ├── StoreError                   the stored sessions cannot be read or written
    │   ├── StoreBusy                somebody else had them locked, or the disk did not answer
    │   ├── StoreReadOnly            the home folder or the store must not be written
    │   ├── StoreFull                the disk is full
    │   ├── StoreDamaged             cut, overwritten, or no store of ours
    │   ├── StoreTooNew              made by a newer version
    │   └── StoreTooLate             the deadline passed before the write, which was rolled back           exit 4
    └── SessionError                 a stored session does not allow the next step
        ├── SessionNotFound          nothing is stored under this id
        ├── SessionRefused           a step that its state does not allow
        ├── SessionSuperseded        a later prompt was sent in it meanwhile
        ├── SessionMismatch          another conversation than its own
        ├── TargetAmbiguous          several sessions fit
        ├── LeaseHeld                somebody else is at work on it
        └── LeaseLost                our own hold on it was taken away
"""

from __future__ import annotations

from cdpwebai.errors.base import CdpWebAIError
from cdpwebai.errors.browser import BrowserError, BrowserInUse, BrowserLaunchFailed, BrowserNotFound, DisplayMissing
from cdpwebai.errors.chat import (
    ArtifactsMissing,
    NotFinished,
    OutputError,
    PartialAnswer,
    ProviderError,
    SubmissionUnknown,
)
from cdpwebai.errors.inputs import (
    AttachmentRefused,
    ContextError,
    ContextMissing,
    InputError,
    PromptMissing,
    ScenarioError,
    SelectorError,
    TraceError,
)
from cdpwebai.errors.page import (
    ActRefused,
    NavigationFailed,
    NotSerialisable,
    PageError,
    PageException,
    PromiseCollected,
    StaleHandle,
)
from cdpwebai.errors.protocol import (
    CallError,
    CallTimeout,
    CdpError,
    CommandTooLarge,
    Disconnected,
    Gone,
    Lagged,
    MalformedReply,
    ProtocolError,
    ReplayDivergence,
    SessionDetached,
    TargetClosed,
    TargetCrashed,
    Unreachable,
)
from cdpwebai.errors.stored import (
    LeaseHeld,
    LeaseLost,
    SessionError,
    SessionMismatch,
    SessionNotFound,
    SessionRefused,
    SessionSuperseded,
    StoreBusy,
    StoreDamaged,
    StoreError,
    StoreFull,
    StoreReadOnly,
    StoreTooLate,
    StoreTooNew,
    TargetAmbiguous,
)

__all__ = [
    "ActRefused",
    "ArtifactsMissing",
    "AttachmentRefused",
    "BrowserError",
    "BrowserInUse",
    "BrowserLaunchFailed",
    "BrowserNotFound",
    "CallError",
    "CallTimeout",
    "CdpError",
    "CdpWebAIError",
    "CommandTooLarge",
    "ContextError",
    "ContextMissing",
    "Disconnected",
    "DisplayMissing",
    "Gone",
    "InputError",
    "Lagged",
    "LeaseHeld",
    "LeaseLost",
    "MalformedReply",
    "NavigationFailed",
    "NotFinished",
    "NotSerialisable",
    "OutputError",
    "PageError",
    "PageException",
    "PartialAnswer",
    "PromiseCollected",
    "PromptMissing",
    "ProtocolError",
    "ProviderError",
    "ReplayDivergence",
    "ScenarioError",
    "SelectorError",
    "SessionDetached",
    "SessionError",
    "SessionMismatch",
    "SessionNotFound",
    "SessionRefused",
    "SessionSuperseded",
    "StaleHandle",
    "StoreBusy",
    "StoreDamaged",
    "StoreError",
    "StoreFull",
    "StoreReadOnly",
    "StoreTooLate",
    "StoreTooNew",
    "SubmissionUnknown",
    "TargetAmbiguous",
    "TargetClosed",
    "TargetCrashed",
    "TraceError",
    "Unreachable",
]

for _name in __all__:
    globals()[_name].__module__ = __name__  # a traceback names the place that a caller imports it from
