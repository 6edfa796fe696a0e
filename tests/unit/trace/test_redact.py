"""No secret survives, wherever the protocol carries one; and what is no secret does."""

from __future__ import annotations

import base64
import json
import secrets
from collections.abc import Callable
from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cdpwebai.trace.redact import Redactor
from cdpwebai.trace.secret_text import is_secret_name
from cdpwebai.trace.shapes import is_list, is_object
from tests.manifest import proves
from tests.unit.trace.scores import TAB, command, event, reply

Message = dict[str, Any]
Plant = Callable[[str], Message]
"""Makes a message with a secret in one place."""


def nested(value: Message, depth: int) -> str:
    """JSON inside JSON inside a string."""
    text = json.dumps(value)
    return text if depth == 0 else nested({"data": text}, depth - 1)


def response(**parts: Any) -> Message:
    return event("Network.responseReceivedExtraInfo", TAB, requestId="7.1", **parts)


def request(**parts: Any) -> Message:
    return event("Network.requestWillBeSent", TAB, requestId="7.1", request=parts)


def socket(payload: str) -> Message:
    return event("Network.webSocketFrameReceived", TAB, response={"opcode": 1, "payloadData": payload})


def evaluated(expression: str) -> Message:
    return command(3, "Runtime.evaluate", TAB, expression=expression)


def packed(text: str) -> str:
    return base64.b64encode(text.encode()).decode()


PLANTS: dict[str, Plant] = {
    "cookie header": lambda s: request(headers={"Cookie": f"theme=dark; sid={s}"}),
    "any cookie": lambda s: request(headers={"cookie": f"whatever={s}"}),
    "set-cookie header": lambda s: response(headers={"Set-Cookie": f"a={s}; Path=/; HttpOnly\nb={s}; Secure"}),
    "header text": lambda s: response(
        headersText=f"HTTP/1.1 200 OK\r\nSet-Cookie: a={s}; Path=/\r\nX-Api-Key: {s}\r\n\r\n"
    ),
    "authorization": lambda s: request(headers={"Authorization": f"Bearer {s}"}),
    "basic authorization": lambda s: request(headers={"authorization": f"Basic {packed('me:' + s)}"}),
    "a header of the site's own": lambda s: request(headers={"X-Acme-Session-Token": s}),
    "header list": lambda s: command(1, "Fetch.continueRequest", TAB, headers=[{"name": "Authorization", "value": s}]),
    "cookie list": lambda s: reply(1, cookies=[{"name": "a", "value": s, "domain": "x", "path": "/"}]),
    "cookie list as a value": lambda s: reply(1, result={"value": [{"name": "a", "value": s, "httpOnly": False}]}),
    "cookie to set": lambda s: command(1, "Network.setCookie", TAB, name="a", value=s, url="http://x"),
    "cookies to set": lambda s: command(
        1, "Storage.setCookies", cookies=[{"name": "a", "value": s, "url": "http://x"}]
    ),
    "associated cookies": lambda s: event(
        "N.x", associatedCookies=[{"cookie": {"name": "a", "value": s, "domain": "x"}}]
    ),
    "blocked cookie line": lambda s: response(blockedCookies=[{"cookieLine": f"a={s}; Path=/"}]),
    "query": lambda s: event("Target.targetInfoChanged", targetInfo={"url": f"https://x/?q=1&access_token={s}&z=2"}),
    "fragment": lambda s: event("Page.frameNavigated", TAB, frame={"url": f"https://x/cb#id_token={s}&state=1"}),
    "url in a url": lambda s: request(url="https://x/?next=" + quote(f"https://y/?token={s}&a=1", safe="")),
    "url in a url in a url": lambda s: request(
        url="https://x/?n=" + quote("https://y/?n=" + quote(f"https://z/?apikey={s}", safe=""), safe="")
    ),
    "user and password in a url": lambda s: request(url=f"https://me:{s}@x/"),
    "form": lambda s: request(postData=f"user=me&password={s}&go=1"),
    "form with brackets": lambda s: request(postData=f"user[password]={s}"),
    "multipart form": lambda s: request(
        postData=f'--b\r\nContent-Disposition: form-data; name="password"\r\n\r\n{s}\r\n--b--\r\n'
    ),
    "json body": lambda s: request(postData=json.dumps({"user": "me", "password": s})),
    "json body with a quote in the password": lambda s: request(postData=json.dumps({"password": f'a"b{s}'})),
    "packed body": lambda s: reply(1, body=packed(json.dumps({"accessToken": s})), base64Encoded=True),
    "packed bytes": lambda s: request(postDataEntries=[{"bytes": packed(f"user=me&password={s}")}]),
    "data url": lambda s: request(url="data:application/json;base64," + packed(json.dumps({"secret": s}))),
    "socket event": lambda s: socket(json.dumps({"type": "auth", "token": s})),
    "socket event, json in json": lambda s: socket(nested({"token": s}, 2)),
    "socket event that was cut": lambda s: socket('{"type":"auth","token":"' + s),
    "socket event with a bearer": lambda s: socket(f"hello, Bearer {s}!"),
    "event stream": lambda s: event("Network.eventSourceMessageReceived", TAB, data=json.dumps({"refresh_token": s})),
    "json web token anywhere": lambda s: event(
        "Runtime.consoleAPICalled", TAB, args=[{"value": f"got eyJhbGciOi.{s}.{s}"}]
    ),
    "issuer's prefix anywhere": lambda s: event("Log.entryAdded", TAB, entry={"text": f"key sk-{s}{s}"}),
    "binding payload": lambda s: event("Runtime.bindingCalled", TAB, name="b", payload=json.dumps({"apiKey": s})),
    "member of a value": lambda s: reply(1, result={"type": "object", "value": {"user": {"password": s}}}),
    "number": lambda s: reply(1, result={"value": {"otp": int(s, 16)}}),
    "list below a secret name": lambda s: reply(1, result={"value": {"secrets": [s, {"more": s}]}}),
    "password field by its type": lambda s: reply(1, result={"value": [{"type": "password", "value": s}]}),
    "password field in html": lambda s: reply(1, outerHTML=f'<p>x<input value="{s}" type="password" id=a></p>'),
    "password field with a tag's end in it": lambda s: reply(1, outerHTML=f"<input type=password value='>{s}'>"),
    "hidden field in html": lambda s: reply(1, outerHTML=f"<input type=hidden name=csrf_token value={s}>"),
    "meta in html": lambda s: reply(1, outerHTML=f'<meta name="csrf-token" content="{s}">'),
    "password field's attributes": lambda s: reply(1, node={"attributes": ["type", "password", "value", s]}),
    "an attribute by its name": lambda s: reply(1, node={"attributes": ["data-api-key", s]}),
    "script that stores": lambda s: evaluated(f"localStorage.setItem('authToken', '{s}')"),
    "script that stores under any name": lambda s: evaluated(f'sessionStorage.setItem("anything", "{s}")'),
    "script that assigns": lambda s: evaluated(f"window.password = `{s}`"),
    "script that sets a cookie": lambda s: evaluated(f'document.cookie = "plain={s}; path=/"'),
    "stored item": lambda s: event("DOMStorage.domStorageItemAdded", TAB, key="access_token", newValue=s),
    "stored items": lambda s: reply(1, entries=[["theme", "dark"], ["access_token", s]]),
    "typed text": lambda s: command(1, "Input.insertText", TAB, text=s),
    "composed text": lambda s: command(1, "Input.imeSetComposition", TAB, text=s, selectionStart=1, selectionEnd=1),
    "dialog answer": lambda s: command(1, "Page.handleJavaScriptDialog", TAB, accept=True, promptText=s),
    "proxy's password": lambda s: command(1, "Fetch.continueWithAuth", authChallengeResponse={"password": s}),
}


def lengths(value: Any) -> Any:
    """The same structure with a length for every text."""
    if is_object(value):
        return {name: lengths(each) for name, each in value.items()}
    if is_list(value):
        return [lengths(each) for each in value]
    return f"{len(value)} characters" if isinstance(value, str) else type(value).__name__


def copies(secret: str) -> list[str]:
    """The ways in which a secret may have been written."""
    bare = secret.encode()
    at_three_offsets = [base64.b64encode(b"x" * skip + bare).decode()[4 if skip else 0 : -4] for skip in range(3)]
    return [secret, secret[::-1], str(int(secret, 16)), *at_three_offsets]


@proves("report.A62")
@pytest.mark.parametrize("plant", PLANTS.values(), ids=PLANTS)
def test_a_secret_is_hidden_in_every_place_that_can_hold_one(plant: Plant) -> None:
    secret = secrets.token_hex(10)
    message = plant(secret)
    hidden = Redactor().message(message)
    written = json.dumps(hidden, ensure_ascii=False)
    assert [copy for copy in copies(secret) if copy in written] == []
    assert lengths(hidden) == lengths(message), "the structure and the lengths stay"
    assert {name: hidden[name] for name in hidden if name in {"id", "method", "sessionId"}} == {
        name: message[name] for name in message if name in {"id", "method", "sessionId"}
    }


@pytest.mark.parametrize("plant", PLANTS.values(), ids=PLANTS)
def test_hiding_what_is_hidden_changes_nothing(plant: Plant) -> None:
    once = Redactor().message(plant(secrets.token_hex(10)))
    assert Redactor().message(once) == once


@pytest.mark.parametrize(
    "message",
    [
        event("Target.attachedToTarget", sessionId=TAB, targetInfo={"targetId": "B" * 32, "type": "page"}),
        reply(1, sessionId="any session id, of a peer that makes its own"),
        reply(1, result={"value": {"role": "assistant", "id": "7f9a0f2e-9f0b-4d6e-8c57-1b1df3f2a001", "text": "Hi."}}),
        reply(1, result={"value": {"maxTokens": 5, "tokenCount": 9, "completion_tokens": 4, "tokenType": "word"}}),
        event("Page.frameNavigated", TAB, frame={"id": "C" * 32, "url": "https://x/c/7f9a0f2e?model=a&q=b#top"}),
        command(1, "Input.dispatchKeyEvent", TAB, type="keyDown", key="Enter", code="Enter", text="\r"),
        command(1, "Input.dispatchKeyEvent", TAB, type="rawKeyDown", key="a", code="KeyA", modifiers=2),
        reply(1, result={"value": "A bearer instrument. Token: a unit of text. A secret = none of our business."}),
        reply(1, result={"value": "Cookies are small; the password field is to the left, see `author = me`."}),
        reply(1, outerHTML='<input type="text" name="city" value="Seoul"><input type=search value=x>'),
        reply(1, data=base64.b64encode(bytes(range(256))).decode()),
        reply(1, body=packed(json.dumps({"answer": "forty-two"})), base64Encoded=True),
        event("Runtime.consoleAPICalled", TAB, args=[{"value": "x" * 5000}]),
        {"id": 1, "error": {"code": -32000, "message": "Cannot find context with specified id"}},
    ],
    ids=lambda message: str(message)[:60],
)
def test_what_is_no_secret_stays(message: Message) -> None:
    assert Redactor().message(message) == message


def test_a_secret_inside_a_secret_is_hidden_once() -> None:
    assert Redactor().text("""token="a password='b' c" and more""") == 'token="████████████████" and more'


def test_typed_characters_are_hidden_key_by_key() -> None:
    key = {
        "type": "keyDown",
        "key": "h",
        "code": "KeyH",
        "text": "h",
        "unmodifiedText": "h",
        "windowsVirtualKeyCode": 72,
    }
    hidden = Redactor().message(command(1, "Input.dispatchKeyEvent", TAB, **key))["params"]
    assert (hidden["key"], hidden["code"], hidden["text"], hidden["windowsVirtualKeyCode"]) == ("█", "█", "█", 0)
    assert hidden["type"] == "keyDown"


def test_a_secret_that_was_told_once_is_hidden_wherever_it_comes_again() -> None:
    secret = f"{secrets.token_hex(10)}+/="
    redactor = Redactor()
    redactor.message(request(headers={"Cookie": f"sid={secret}"}))
    for text in (f"you are {secret}!", quote(secret, safe=""), packed(f"it is {secret} again")):
        hidden = json.dumps(redactor.message(reply(2, result={"value": text})), ensure_ascii=False)
        assert text not in hidden
        assert secret[:20] not in hidden


def test_an_ordinary_word_or_an_id_told_as_a_secret_is_not_blotted_out_everywhere() -> None:
    redactor = Redactor()
    identity = "7f9a0f2e-9f0b-4d6e-8c57-1b1df3f2a001"
    redactor.message(request(headers={"Cookie": f"consent=accepted-by-user; conversation={identity}"}))
    message = reply(2, result={"value": f"accepted-by-user in {identity}"})
    assert redactor.message(message) == message


def test_what_a_script_reads_out_of_the_page_s_stores_is_hidden() -> None:
    secret = secrets.token_hex(10)
    redactor = Redactor()
    redactor.message(evaluated("Object.entries(localStorage)"))
    read = reply(3, TAB, result={"type": "object", "value": [["anything", secret]]})
    hidden = redactor.message(read)
    assert secret not in json.dumps(hidden)
    assert hidden["result"]["result"]["type"] == "object"
    later = reply(4, TAB, result={"type": "string", "value": "Hi."})
    assert redactor.message(later) == later


def test_what_is_no_json_is_hidden_byte_for_byte() -> None:
    secret = secrets.token_hex(10)
    message = b'\xff\xfe{"id":1,"result":{"token":"' + secret.encode() + b'"'
    hidden = Redactor().other(message)
    assert secret.encode() not in hidden
    assert (len(hidden), hidden[:27]) == (len(message), message[:27])


@given(st.text(alphabet="ab:=&?;,{}[]\"'\\ \n%3D<>token passwordcookie.-") | st.text())
def test_any_text_is_hidden_without_a_change_of_its_length(text: str) -> None:
    assert len(Redactor().text(text)) == len(text)


NAMES = st.sampled_from(
    ["id", "method", "sessionId", "params", "result", "name", "value", "key", "type", "attributes", "cookies", "token"]
)
METHODS = st.sampled_from(["Input.insertText", "Input.dispatchKeyEvent", "Runtime.evaluate", "Network.setCookie"])

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=6),
    lambda one: st.lists(one, max_size=3) | st.dictionaries(NAMES, one, max_size=4),
    max_leaves=12,
)


def envelope(message: Message) -> Message:
    return {name: message[name] for name in ("id", "method", "sessionId") if name in message}


@given(st.dictionaries(NAMES, json_values, max_size=4), METHODS)
def test_any_object_is_hidden_without_an_error(message: Message, method: str) -> None:
    for each in (message, message | {"method": method}):
        hidden = Redactor().message(each)
        assert hidden.keys() == each.keys()
        assert envelope(hidden) == envelope(each)


@pytest.mark.parametrize(
    "run",
    [
        *(
            "a",
            "a=",
            'a="',
            "a\n",
            "a: ",
            "<input ",
            "<input '",
            "token",
            "%26",
            'name="',
            'name="a"\r\n',
            "://",
            "://a:b",
            "bearer ",
        )
    ],
)
def test_a_long_text_without_a_secret_is_searched_in_linear_time(run: str) -> None:
    """In quadratic time each of these would take many minutes."""
    text = run * (300_000 // len(run)) + " "
    assert Redactor().text(text) == text


WORDS = (
    "pass",
    "word",
    "Password",
    "secret",
    "token",
    "API",
    "key",
    "auth",
    "session",
    "Id",
    "cookie",
    "csrf",
    "x",
    "my",
)


@given(
    st.lists(st.sampled_from(WORDS), min_size=1, max_size=4),
    st.sampled_from("_-."),
    st.sampled_from([": '", "='", "="]),
)
def test_a_secret_name_is_found_in_a_text_as_it_is_among_members(words: list[str], joint: str, between: str) -> None:
    name = joint.join(words)
    hidden = "value-4711" not in Redactor().text(f"{name}{between}value-4711")
    assert hidden is is_secret_name(name)


@pytest.mark.parametrize(
    ("name", "secret"),
    [
        *(
            (name, True)
            for name in ("password", "new_password", "X-Api-Key", "accessToken", "access_token", "id_token")
        ),
        *((name, True) for name in ("csrf-token", "__Secure-next-auth.session-token", "Set-Cookie", "client_secret")),
        *((name, True) for name in ("Authorization", "otp", "pin", "sid", "JWT", "X-Amz-Signature", "tokens")),
        *((name, False) for name in ("maxTokens", "token_count", "tokenizer", "author", "authority", "spin", "key")),
        *((name, False) for name in ("passage", "bypass_cache", "secondary", "side", "sign", "", "-", "compass")),
    ],
)
def test_a_name_tells_by_its_words(name: str, secret: bool) -> None:
    assert is_secret_name(name) is secret


def text_node(text: str) -> Message:
    return {"nodeId": 9, "nodeType": 3, "nodeName": "#text", "localName": "", "nodeValue": text}


def wrapped(name: str, *children: Message, **more: Any) -> Message:
    return {"nodeId": 8, "nodeType": 1, "nodeName": name, "nodeValue": "", "children": list(children), **more}


TYPED: dict[str, Plant] = {
    "a text node that comes": lambda s: event("DOM.childNodeInserted", TAB, parentNodeId=7, node=text_node(s)),
    "a node with text in it": lambda s: event(
        "DOM.childNodeInserted", TAB, parentNodeId=7, node=wrapped("DIV", text_node(s))
    ),
    "a text that changes": lambda s: event("DOM.characterDataModified", TAB, nodeId=9, characterData=s),
    "nodes that are told": lambda s: event("DOM.setChildNodes", TAB, parentId=7, nodes=[text_node(s)]),
    "a shadow root": lambda s: event("DOM.shadowRootPushed", TAB, hostId=7, root=wrapped("DIV", text_node(s))),
}


@pytest.mark.parametrize("typing", ["Input.insertText", "Input.dispatchKeyEvent", "Input.imeSetComposition"])
@pytest.mark.parametrize("name", TYPED)
def test_typed_text_that_the_dom_tells_of_is_hidden_and_stays_so_long(name: str, typing: str) -> None:
    redactor, text = Redactor(), "correct horse"
    assert text in json.dumps(redactor.message(TYPED[name](text))), "nothing was typed yet"
    redactor.message(command(1, typing, TAB, text=text))
    hidden = redactor.message(TYPED[name](text))
    assert text not in json.dumps(hidden, ensure_ascii=False)
    assert "█" * len(text) in json.dumps(hidden, ensure_ascii=False)
    assert "nodeId" in json.dumps(hidden) or "parent" in json.dumps(hidden)


@pytest.mark.parametrize("field", ["INPUT", "TEXTAREA"])
def test_the_inner_text_of_a_field_is_hidden_in_a_whole_document_and_no_other_text_is(field: str) -> None:
    inner = wrapped("#document-fragment", wrapped("DIV", text_node("correct horse")))
    document = wrapped("BODY", text_node("plain words"), wrapped(field, shadowRoots=[inner], attributes=["id", "pw"]))
    told = json.dumps(Redactor().message(reply(3, TAB, root=document)))
    assert "correct horse" not in told
    assert "plain words" in told
