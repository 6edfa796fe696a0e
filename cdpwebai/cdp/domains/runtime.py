"""The Runtime domain: JavaScript in the page, the values it gives, its contexts, its console."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, UnsetType, field

from cdpwebai.cdp.command import Command, Empty, Event, Wire

__all__ = [
    "AddBinding",
    "BindingCalled",
    "CallArgument",
    "CallFrame",
    "CallFunctionOn",
    "CompileScript",
    "CompileScriptResult",
    "ConsoleAPICalled",
    "Enable",
    "Evaluate",
    "EvaluateResult",
    "ExceptionDetails",
    "ExceptionThrown",
    "ExecutionContextCreated",
    "ExecutionContextDescription",
    "ExecutionContextDestroyed",
    "ExecutionContextsCleared",
    "GetProperties",
    "GetPropertiesResult",
    "PropertyDescriptor",
    "ReleaseObject",
    "ReleaseObjectGroup",
    "RemoteObject",
    "RemoveBinding",
    "RunIfWaitingForDebugger",
    "StackTrace",
]


class RemoteObject(Wire):
    """A value of the page, by value or by handle.

    ``value`` is JSON's and None when there is none: ``type`` "undefined", and ``unserializable_value`` ("NaN", "-0",
    "Infinity", "-Infinity", "123n"), tell what None stands for. ``object_id`` dies with its document.
    """

    type: str
    subtype: str | None = None
    class_name: str | None = None
    value: Any = None
    unserializable_value: str | None = None
    description: str | None = None
    object_id: str | None = None


class CallFrame(Wire):
    """Line and column count from 0."""

    function_name: str
    script_id: str
    url: str
    line_number: int
    column_number: int


class StackTrace(Wire):
    call_frames: list[CallFrame]
    description: str | None = None


class ExceptionDetails(Wire):
    """``text`` is often only "Uncaught"; what was thrown is ``exception``. Line and column count from 0."""

    exception_id: int
    text: str
    line_number: int
    column_number: int
    url: str | None = None
    stack_trace: StackTrace | None = None
    exception: RemoteObject | None = None
    execution_context_id: int | None = None


class ExecutionContextDescription(Wire):
    """``id`` starts again after a move to another process; ``unique_id`` is never used twice.

    ``aux_data`` of a page's context: ``{"frameId": str, "isDefault": bool, "type": "default" or "isolated"}``.
    """

    id: int
    origin: str
    name: str
    unique_id: str
    aux_data: dict[str, Any] | None = None


class CallArgument(Wire):
    """One of the three; with none of them the argument is ``undefined``. ``value=None`` is ``null``."""

    value: Any | UnsetType = UNSET
    unserializable_value: str | None = None
    object_id: str | None = None


class PropertyDescriptor(Wire):
    name: str
    configurable: bool
    enumerable: bool
    value: RemoteObject | None = None
    get: RemoteObject | None = None
    is_own: bool = False


class Enable(Command[Empty]):
    """Before it is answered, ``ExecutionContextCreated`` comes for each context that is there."""

    method = "Runtime.enable"


class EvaluateResult(Wire):
    """With ``exception_details`` the page threw, and ``result`` is what it threw."""

    result: RemoteObject
    exception_details: ExceptionDetails | None = None


class Evaluate(Command[EvaluateResult]):
    """``timeout``, in milliseconds, ends the script, not the wait for its promise. At most one context is given."""

    method = "Runtime.evaluate"
    expression: str
    object_group: str | None = None
    silent: bool = False
    context_id: int | None = None
    unique_context_id: str | None = None
    return_by_value: bool = False
    user_gesture: bool = False
    await_promise: bool = False
    throw_on_side_effect: bool = False
    timeout: float | None = None
    repl_mode: bool = False
    allow_unsafe_eval_blocked_by_csp: bool | None = field(name="allowUnsafeEvalBlockedByCSP", default=None)


class CallFunctionOn(Command[EvaluateResult]):
    """``object_id``, which becomes ``this``, or one of the contexts."""

    method = "Runtime.callFunctionOn"
    function_declaration: str
    object_id: str | None = None
    arguments: list[CallArgument] | None = None
    execution_context_id: int | None = None
    unique_context_id: str | None = None
    object_group: str | None = None
    silent: bool = False
    return_by_value: bool = False
    user_gesture: bool = False
    await_promise: bool = False
    throw_on_side_effect: bool = False


class CompileScriptResult(Wire):
    script_id: str | None = None
    exception_details: ExceptionDetails | None = None


class CompileScript(Command[CompileScriptResult]):
    """``persist_script=False`` only checks the syntax. The domain must be enabled."""

    method = "Runtime.compileScript"
    expression: str
    source_url: str = field(name="sourceURL")
    persist_script: bool
    execution_context_id: int | None = None


class AddBinding(Command[Empty]):
    """``execution_context_name``: only in the isolated worlds of this name, also in those to come."""

    method = "Runtime.addBinding"
    name: str
    execution_context_name: str | None = None


class RemoveBinding(Command[Empty]):
    method = "Runtime.removeBinding"
    name: str


class GetPropertiesResult(Wire):
    result: list[PropertyDescriptor]
    exception_details: ExceptionDetails | None = None


class GetProperties(Command[GetPropertiesResult]):
    method = "Runtime.getProperties"
    object_id: str
    own_properties: bool = False


class ReleaseObject(Command[Empty]):
    method = "Runtime.releaseObject"
    object_id: str


class ReleaseObjectGroup(Command[Empty]):
    method = "Runtime.releaseObjectGroup"
    object_group: str


class RunIfWaitingForDebugger(Command[Empty]):
    """Releases a target that was attached to before it started."""

    method = "Runtime.runIfWaitingForDebugger"


class ExecutionContextCreated(Event):
    method = "Runtime.executionContextCreated"
    context: ExecutionContextDescription


class ExecutionContextDestroyed(Event):
    method = "Runtime.executionContextDestroyed"
    execution_context_unique_id: str


class ExecutionContextsCleared(Event):
    method = "Runtime.executionContextsCleared"


class BindingCalled(Event):
    method = "Runtime.bindingCalled"
    name: str
    payload: str
    execution_context_id: int


class ConsoleAPICalled(Event):
    """``type``: log, debug, info, error, warning, dir, table, trace, ... ``timestamp``: ms since 1970."""

    method = "Runtime.consoleAPICalled"
    type: str
    args: list[RemoteObject]
    execution_context_id: int
    timestamp: float
    stack_trace: StackTrace | None = None


class ExceptionThrown(Event):
    """An exception that nothing in the page caught. ``timestamp``: ms since 1970."""

    method = "Runtime.exceptionThrown"
    timestamp: float
    exception_details: ExceptionDetails
