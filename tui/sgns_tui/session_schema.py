"""A session as plain data, and back: every value checked before anything is made of it."""

from __future__ import annotations

from dataclasses import fields
from itertools import pairwise
from typing import cast, get_args

from sgns_core.corpus import TextSettings
from sgns_core.edits import Change, Choice, Edit, SetChoice, SetK, SetLr, SetPolicy, SetValue
from sgns_core.policy import PRESETS, Policy
from sgns_core.record import record
from sgns_core.sentences import SENTENCE_RULES
from sgns_core.settings import MAX_K, Settings
from sgns_core.tokens import TOKEN_RULES
from sgns_tui.json_reading import Reader
from sgns_tui.origin import EMBEDDED_BYTES, Origin, OriginKind, digest

MAX_UPDATE = 10**9
_MAX_ROW = 2**31 - 1
_MAX_SEED = 2**64 - 1
_MAX_STAGE = 10**7
_MAX_BYTES = 2**62

Data = dict[str, object]


@record
class SavedSession:
    """What a session file holds beside the versions of what wrote it.

    update: from 0. stage: the number of the small stage in it.
    """

    origin: Origin
    settings: Settings
    edits: tuple[Edit, ...]
    update: int
    stage: int


def to_data(saved: SavedSession) -> Data:
    """Return a session as what JSON can hold."""
    settings = _fields(saved.settings)
    settings["policy"] = _fields(saved.settings.policy)
    return {
        "source": _origin_data(saved.origin),
        "settings": settings,
        "edits": [{"at": edit.at, **_change_data(edit.change)} for edit in saved.edits],
        "position": {"update": saved.update, "stage": saved.stage},
    }


def from_reader(reader: Reader) -> SavedSession:
    """Return the session in a file; InvalidInput names the place of the first fault."""
    position = reader.inner("position")
    edits = tuple(_edit(one) for one in reader.inner_list("edits"))
    if any(later.at < earlier.at for earlier, later in pairwise(edits)):
        reader.fail("edits")
    saved = SavedSession(
        _origin(reader.inner("source")),
        _settings(reader.inner("settings")),
        edits,
        position.whole("update", 0, MAX_UPDATE),
        position.whole("stage", 0, _MAX_STAGE),
    )
    position.done()
    reader.done()
    return saved


def _fields(value: Settings | Policy) -> Data:
    return {field.name: getattr(value, field.name) for field in fields(value)}


# ---- source


def _origin_data(origin: Origin) -> Data:
    data: Data = {"kind": origin.kind, "name": origin.name, "sha256": digest(origin)}
    if origin.kind != "example":
        data["path"] = origin.path
        data["size"] = origin.size
        data["content"] = origin.content
        data["rules"] = {
            "tokens": origin.rules.tokens,
            "sentences": origin.rules.sentences,
            "min_count": origin.rules.min_count,
        }
    if origin.text is not None:
        data["text"] = _origin_data(origin.text)
    return data


def _origin(reader: Reader, kinds: tuple[str, ...] = get_args(OriginKind)) -> Origin:
    kind = cast(OriginKind, reader.string("kind", kinds))
    name, sha256 = reader.string("name"), reader.string("sha256")
    if kind == "example":
        if not sha256:
            reader.fail(f"{reader.place}.sha256")
        reader.done()
        return Origin(kind=kind, name=name, sha256=sha256)
    path, content = reader.string_or_none("path"), reader.string_or_none("content")
    if path is None and content is None:
        reader.fail(f"{reader.place}.content")
    if content is not None and len(content) > EMBEDDED_BYTES:
        reader.fail(f"{reader.place}.content")
    text = None
    if reader.has("text"):
        if kind != "model":
            reader.fail(f"{reader.place}.text")
        text = _origin(reader.inner("text"), ("text",))
    rules = reader.inner("rules")
    origin = Origin(
        kind=kind,
        name=name,
        path=path,
        content=content,
        sha256=sha256,
        size=reader.whole("size", 0, _MAX_BYTES),
        rules=TextSettings(
            rules.string("tokens", tuple(TOKEN_RULES)),  # type: ignore[arg-type]
            rules.string("sentences", tuple(SENTENCE_RULES)),  # type: ignore[arg-type]
            rules.whole("min_count", 1, _MAX_ROW),
        ),
        text=text,
    )
    rules.done()
    reader.done()
    return origin


# ---- settings


def _settings(reader: Reader) -> Settings:
    policy = _policy(reader.inner("policy"))
    settings: Settings = reader.checked(
        lambda: Settings(
            seed=reader.whole("seed", 0, _MAX_SEED),
            lr=reader.number("lr"),
            k=reader.whole("k", 0, MAX_K),
            dim=reader.whole("dim", 1, _MAX_ROW),
            policy=policy,
            window=reader.whole("window", 1, _MAX_ROW),
            shrink=reader.flag("shrink"),
            subsample=reader.number("subsample"),
            subsample_formula=reader.string("subsample_formula"),  # type: ignore[arg-type]
            noise_counts=reader.string("noise_counts"),  # type: ignore[arg-type]
        )
    )
    reader.done()
    return settings


def _policy(reader: Reader) -> Policy:
    policy: Policy = reader.checked(
        lambda: Policy(
            name=reader.string("name", tuple(PRESETS)),
            power=reader.number("power"),
            collision=reader.string("collision"),  # type: ignore[arg-type]
            order=reader.string("order"),  # type: ignore[arg-type]
            range_rule=reader.string("range_rule"),  # type: ignore[arg-type]
            bound=reader.number("bound"),
            sigmoid=reader.string("sigmoid"),  # type: ignore[arg-type]
            direction=reader.string("direction"),  # type: ignore[arg-type]
        )
    )
    reader.done()
    return policy


# ---- edits


def _change_data(change: Change) -> Data:
    match change:
        case SetLr(lr):
            return {"set": "lr", "lr": float(lr)}
        case SetK(k):
            return {"set": "k", "k": int(k)}
        case SetPolicy(policy):
            return {"set": "policy", "policy": _fields(policy)}
        case SetChoice(None):
            return {"set": "drawn"}
        case SetChoice(Choice(center, target, negatives)):
            data: Data = {"set": "pair", "center": int(center), "target": int(target)}
            if negatives is not None:
                data["negatives"] = [int(row) for row in negatives]
            return data
        case SetValue(table, row, column, value):
            place: Data = {"row": int(row), "column": int(column), "value": float(value)}
            return {"set": "value", "table": table, **place}
    raise TypeError(change)


def _edit(reader: Reader) -> Edit:
    edit = Edit(reader.whole("at", 0, MAX_UPDATE), _change(reader))
    reader.done()
    return edit


def _change(reader: Reader) -> Change:
    match reader.string("set"):
        case "lr":
            return SetLr(reader.number("lr"))
        case "k":
            return SetK(reader.whole("k", 0, MAX_K))
        case "policy":
            return SetPolicy(_policy(reader.inner("policy")))
        case "drawn":
            return SetChoice(None)
        case "pair":
            center = reader.whole("center", 0, _MAX_ROW)
            target = reader.whole("target", 0, _MAX_ROW)
            negatives = reader.wholes("negatives", 0, _MAX_ROW) if reader.has("negatives") else None
            return SetChoice(Choice(center, target, negatives))
        case "value":
            return SetValue(
                "E" if reader.string("table", ("E", "Ep")) == "E" else "Ep",
                reader.whole("row", 0, _MAX_ROW),
                reader.whole("column", 0, _MAX_ROW),
                reader.number("value"),
            )
    return reader.fail(f"{reader.place}.set")
