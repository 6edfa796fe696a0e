"""The file itself: how it is made, what a transaction keeps, and stores that are not as they should be."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from cdpwebai.errors import StoreDamaged, StoreError, StoreReadOnly, StoreTooLate, StoreTooNew
from cdpwebai.records import Fence, Session
from cdpwebai.store import sessions
from cdpwebai.store.database import FILE, LOG, Database, create_file
from cdpwebai.store.migrations import MIGRATIONS, m001_sessions_and_leases
from cdpwebai.store.states import begin
from cdpwebai.store.worker import Busy
from tests.manifest import proves
from tests.store.support import plant_sessions, raw
from tests.unit.store.sessions import submission

PROMPTS = 40


@pytest.fixture
def path(home: Path) -> Path:
    """A store with some hundred kilobytes in it, closed."""
    plant_sessions(home, PROMPTS, prompt="ten thousand letters" * 500)
    return home / FILE


def everything(connection: sqlite3.Connection) -> tuple[Session, ...]:
    return sessions.listed(connection, "", (), 1000)


def forget(connection: sqlite3.Connection) -> None:
    connection.execute("DELETE FROM sessions")


def nothing(_connection: sqlite3.Connection) -> None: ...


def ids(home: Path) -> list[str]:
    with closing(Database.open(home)) as database:
        return [session.id for session in database.read(everything)]


def test_a_closed_store_is_one_file_with_everything_in_it(path: Path, home: Path) -> None:
    assert [each.name for each in home.iterdir()] == [FILE]
    assert len(ids(home)) == PROMPTS
    assert path.stat().st_mode & 0o777 == 0o600


def test_a_home_may_have_any_name(tmp_path: Path) -> None:
    home = tmp_path / "a b%20?#&é" / "deep"
    with closing(Database.open(home)) as database:
        assert database.path == home / FILE
    assert ids(home) == []


def test_the_work_comes_first_then_the_fence_then_the_commit(home: Path) -> None:
    said: list[str] = []

    def work(connection: sqlite3.Connection) -> None:
        said.append("work")
        connection.set_trace_callback(said.append)

    def over() -> bool:
        said.append("fence")
        return False

    with closing(Database.open(home)) as database:
        database.write(work, Fence(over))
        assert said == ["work", "fence", "COMMIT"]
        said.clear()
        with pytest.raises(StoreTooLate):
            database.write(work, Fence(lambda: not over()))
        assert said[-3:] == ["work", "fence", "ROLLBACK"]


def test_what_fails_in_a_transaction_undoes_all_of_it(path: Path, home: Path) -> None:
    def work(connection: sqlite3.Connection) -> None:
        connection.execute("DELETE FROM sessions")
        raise KeyboardInterrupt

    with closing(Database.open(home)) as database:
        with pytest.raises(KeyboardInterrupt):
            database.write(work, Fence())
        assert len(database.read(everything)) == PROMPTS


def test_a_lock_of_another_is_told_at_once_as_worth_a_second_try(path: Path, home: Path) -> None:
    with closing(Database.open(home)) as database, raw(path) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(Busy, match="another process has it locked"):
            database.write(nothing, Fence())
        assert len(database.read(everything)) == PROMPTS


def test_sqlite_itself_waits_for_no_lock(home: Path) -> None:
    """Waiting is the worker's business: there it can be cancelled, and it occupies no thread."""
    with closing(Database.open(home)) as database:
        assert database.read(busy_timeout) == (0,)


def busy_timeout(connection: sqlite3.Connection) -> object:
    return connection.execute("PRAGMA busy_timeout").fetchone()


def test_a_store_that_another_process_made_meanwhile_is_taken_as_it_is(home: Path) -> None:
    def meanwhile(connection: sqlite3.Connection) -> None:
        if not (home / FILE).exists():
            plant_sessions(home, 3)
        m001_sessions_and_leases(connection)

    with closing(Database.open(home, [meanwhile, *MIGRATIONS[1:]])) as database:
        assert len(database.read(everything)) == 3
    assert [each.name for each in home.iterdir()] == [FILE]


def test_a_store_that_another_process_made_and_uses_since_we_looked_is_no_log_without_its_store(home: Path) -> None:
    with closing(Database.open(home)) as database:
        database.write(forget, Fence())
        assert (home / LOG).exists()
        create_file(home / FILE, MIGRATIONS)
        assert database.read(everything) == ()
    assert [each.name for each in home.iterdir()] == [FILE]


def cut(to: float) -> Callable[[bytes], bytes]:
    """The beginning: so many bytes, or such a part of the whole."""
    return lambda data: data[: int(to if to >= 1 else to * len(data))]


def overwritten(start: int, length: int) -> Callable[[bytes], bytes]:
    return lambda data: data[:start] + b"\xa5" * length + data[start + length :]


def cut_in_a_page(data: bytes) -> bytes:
    return data[: len(data) // 8192 * 4096 + 1234]


def without_last_page(data: bytes) -> bytes:
    return data[:-4096]


DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "cut to nothing": cut(0),
    "cut in SQLite's header": cut(50),
    "cut in the first page": cut(2000),
    "cut after the first page": cut(4096),
    "cut in the middle": cut(0.5),
    "cut in the middle of a page": cut_in_a_page,
    "cut before the last page": without_last_page,
    "a header of something else": overwritten(0, 16),
    "a beginning of something else": overwritten(0, 4096),
    "all of it something else": overwritten(0, 10**6),
}


@proves("store.cut", "ref.F1.U10c", "ref.F1.U10d")
@pytest.mark.parametrize("damage", DAMAGE.values(), ids=list(DAMAGE))
def test_a_store_that_was_cut_or_overwritten_is_an_error_and_stays_as_it_is(
    path: Path, home: Path, damage: Callable[[bytes], bytes]
) -> None:
    left = damage(path.read_bytes())
    path.write_bytes(left)
    for _ in range(2):
        with pytest.raises(StoreDamaged, match=str(path)) as caught:
            ids(home)
        assert (caught.value.error_code, caught.value.stage) == ("session.store-damaged", "store")
    assert path.read_bytes() == left


def test_pages_that_were_overwritten_are_an_error_when_they_are_needed(path: Path, home: Path) -> None:
    data = path.read_bytes()
    path.write_bytes(data[:4096] + b"\xff" * (len(data) - 4096))
    with pytest.raises(StoreDamaged):
        ids(home)


def test_a_row_whose_record_cannot_be_read_is_named_and_not_passed_over(path: Path, home: Path) -> None:
    with raw(path) as other:
        other.execute("UPDATE sessions SET record = json_remove(record, '$.prompt') WHERE id LIKE '%7'")
    with pytest.raises(StoreDamaged, match=r"the record of session 0+37 cannot be read: .*`prompt`") as caught:
        ids(home)
    assert caught.value.session_id == f"{37:026}"


def test_a_table_that_is_gone_is_damage(path: Path, home: Path) -> None:
    with raw(path) as other:
        other.execute("DROP TABLE sessions")
    with pytest.raises(StoreDamaged, match="lacks what its version says it has"):
        ids(home)


def test_another_programs_database_is_left_alone(home: Path) -> None:
    home.mkdir()
    with raw(home / FILE) as other:
        other.execute("CREATE TABLE theirs (x)")
    before = (home / FILE).read_bytes()
    with pytest.raises(StoreDamaged, match="is no session store"):
        ids(home)
    assert (home / FILE).read_bytes() == before


def test_a_log_without_its_store_is_not_joined_to_a_new_one(path: Path, home: Path) -> None:
    log = home / LOG
    with closing(Database.open(home)) as database:
        database.write(forget, Fence())
        left = log.read_bytes()
    path.unlink()
    log.write_bytes(left)
    with pytest.raises(StoreDamaged, match="put the store back, or move its log away"):
        ids(home)
    assert log.read_bytes() == left
    assert not path.exists()


@pytest.mark.parametrize("part", [0.0, 0.1, 0.5, 0.9])
def test_a_log_that_was_torn_keeps_what_stood_before_the_tear(home: Path, tmp_path: Path, part: float) -> None:
    """As after a crash: the files as they lie while the store is open, with the end of the log missing."""
    other = tmp_path / "other"
    other.mkdir()
    with closing(Database.open(home)) as database:
        for place in range(10):
            session = begin(submission(), f"{place:026}", 1000.0)
            database.write(partial(sessions.insert, session=session), Fence())
        log = (home / LOG).read_bytes()
        (other / FILE).write_bytes((home / FILE).read_bytes())
        (other / LOG).write_bytes(log[: int(part * len(log))])
    found = sorted(ids(other))
    assert found == [f"{place:026}" for place in range(len(found))]
    assert int(part * 10) - 1 <= len(found) < 10


@proves("store.newer")
def test_a_store_of_a_newer_version_is_an_error_and_stays_as_it_is(path: Path, home: Path) -> None:
    newer = len(MIGRATIONS) + 7
    with raw(path) as other:
        other.execute(f"PRAGMA user_version = {newer}")
    before = path.read_bytes()
    with pytest.raises(StoreTooNew, match=f"{path} has version {newer}, and this cdpwebai knows") as caught:
        ids(home)
    assert (caught.value.error_code, caught.value.retry_hint) == ("session.store-too-new", "upgrade")
    assert path.read_bytes() == before


def test_a_newer_cdpwebai_that_comes_while_the_store_is_open_is_noticed(path: Path, home: Path) -> None:
    with closing(Database.open(home)) as database:
        with raw(path) as other:
            other.execute("PRAGMA user_version = 99")
        with pytest.raises(StoreTooNew):
            database.read(everything)
        with pytest.raises(StoreTooNew):
            database.write(forget, Fence())


def add_notes(connection: sqlite3.Connection) -> None:
    connection.execute("CREATE TABLE notes (text TEXT)")


def fail(connection: sqlite3.Connection) -> None:
    connection.execute("DELETE FROM sessions")
    raise RuntimeError("a migration that does not work")


def test_an_older_store_is_brought_up_to_date_and_keeps_what_it_has(path: Path, home: Path) -> None:
    with closing(Database.open(home, (*MIGRATIONS, add_notes))) as database:
        database.write(lambda c: c.execute("INSERT INTO notes VALUES ('x')"), Fence())
        assert len(database.read(everything)) == PROMPTS
    with closing(Database.open(home, (*MIGRATIONS, add_notes))) as database:
        assert database.read(lambda c: c.execute("SELECT text FROM notes").fetchall()) == [("x",)]


def test_a_migration_that_fails_changes_nothing(path: Path, home: Path) -> None:
    with pytest.raises(RuntimeError, match="a migration that does not work"):
        Database.open(home, (*MIGRATIONS, add_notes, fail))
    assert len(ids(home)) == PROMPTS
    with raw(path) as other:
        assert other.execute("PRAGMA user_version").fetchone() == (len(MIGRATIONS),)
        assert other.execute("SELECT count(*) FROM sqlite_schema WHERE name = 'notes'").fetchone() == (0,)


def test_a_store_whose_making_fails_is_not_there_afterwards(home: Path) -> None:
    with pytest.raises(RuntimeError):
        Database.open(home, (*MIGRATIONS, fail))
    assert list(home.iterdir()) == []
    assert ids(home) == []


def test_a_home_that_cannot_be_a_folder_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    for home in (tmp_path / "file", tmp_path / "file" / "below"):
        with pytest.raises(StoreError, match=f"the session store {home} could not be read or written") as caught:
            Database.open(home)
        assert not isinstance(caught.value, StoreReadOnly)


def test_a_link_that_leads_nowhere_is_no_store(home: Path) -> None:
    home.mkdir()
    (home / FILE).symlink_to(home / "nowhere")
    with pytest.raises(StoreError, match="could not be read or written"):
        Database.open(home)
