"""The published vectors, computed by hashlib, by Node and by openssl; a second verifier agrees on records."""

import json
import re
import shutil
import subprocess
import sys
from base64 import b64decode
from hashlib import shake_256
from pathlib import Path

import pytest
from game101.v1 import dealer_service_pb2 as pb
from google.protobuf.json_format import MessageToDict, ParseDict

from services.dealer import checks, verify
from tests.require import require
from tests.services.dealer import test_checks, vectors

ROOM = Path(verify.__file__).parent
VECTORS = json.loads(vectors.PATH.read_text(encoding="utf-8"))
NAMED = {one["name"]: one["deal"] for one in VECTORS["records"]}
VERDICTS = {pb.CHECK_RESULT_PASSED: True, pb.CHECK_RESULT_FAILED: False, pb.CHECK_RESULT_ABSENT: None}


def node(document):
    """Asks the verifier in JavaScript."""
    require("node", shutil.which("node") is not None, "the command node")
    script = Path(__file__).with_name("verifier.mjs")
    text = json.dumps(document)
    done = subprocess.run(["node", script], input=text, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def found_here(record):
    """Returns the verdicts of the service's checks, in their order."""
    return [VERDICTS[check.result] for check in checks.check_record(ParseDict(record, pb.DealRecord()))]


def test_the_published_vectors_are_what_the_algorithm_gives():
    assert vectors.text() == vectors.PATH.read_text(encoding="utf-8")


def test_hashlib_gives_every_stream():
    found = [shake_256(bytes.fromhex(one["input"])).hexdigest(64) for one in VECTORS["streams"]]

    assert [one["output"] for one in VECTORS["streams"]] == found


def test_openssl_gives_every_stream():
    require("openssl", shutil.which("openssl") is not None, "the command openssl")
    for one in VECTORS["streams"]:
        command = ["openssl", "dgst", "-shake256", "-xoflen", "64"]
        done = subprocess.run(command, input=bytes.fromhex(one["input"]), capture_output=True, check=True)

        assert one["output"] == done.stdout.decode().split()[-1]


def test_node_gives_every_stream_and_draw():
    answer = node(VECTORS)

    assert [one["output"] for one in VECTORS["streams"]] == answer["streams"]
    assert [one["number"] for one in VECTORS["draws"]] == answer["draws"]


def test_the_verifiers_agree_on_every_vector():
    found = [list(verdicts.values()) for verdicts in node(VECTORS)["records"]]

    assert [found_here(record) for record in NAMED.values()] == found
    assert not any(False in verdicts for verdicts in found)


def test_the_verifiers_agree_on_many_records_sound_and_changed():
    records = []
    for number in range(100):
        record = test_checks.record_of(test_checks.CARD, {1: bytes([1 + number])}, [number % 36])
        if number % 2:
            fields = ("seed", "root", "chance", "commitment")
            field = fields[number // 2 % 4]
            setattr(record, field, test_checks.flipped(getattr(record, field), number))
        records.append(MessageToDict(record))
    found = [
        list(verdicts.values())
        for verdicts in node({"records": [{"deal": one} for one in records]})["records"]
    ]

    assert [found_here(record) for record in records] == found
    assert 50 == sum(False in verdicts for verdicts in found)


def run_alone(folder, document, *flags):
    """Runs the verifier for outsiders, copied away from everything of ours."""
    shutil.copy(ROOM / "verify.py", folder)
    (folder / "record.json").write_text(json.dumps(document), encoding="utf-8")
    command = [sys.executable, "-I", "-S", "verify.py", "record.json"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("name", NAMED)
def test_the_verifier_for_outsiders_needs_nothing_of_ours(tmp_path, name):
    done = run_alone(tmp_path, NAMED[name])
    left_out = name in ("given up before the deal", "101 Okey, held by a seat before the reveal")

    assert "" == done.stderr
    assert (2 if left_out else 0) == done.returncode
    assert b64decode(NAMED[name]["commitment"]).hex() in done.stdout


def test_the_verifier_for_outsiders_reads_both_spellings_and_whole_documents(tmp_path):
    record = ParseDict(NAMED["the card game, two renewals"], pb.DealRecord())
    snake = MessageToDict(record, preserving_proto_field_name=True)

    assert 0 == run_alone(tmp_path, snake).returncode
    assert 0 == run_alone(tmp_path, {"moves": [], "deal": snake}).returncode


def test_the_verifier_for_outsiders_says_what_is_wrong(tmp_path):
    record = {**NAMED["the card game, two renewals"], "firstStarter": 9}
    done = run_alone(tmp_path, record)

    assert 1 == done.returncode
    assert re.search(r"^first_starter +WRONG$", done.stdout, re.MULTILINE)


@pytest.mark.parametrize(
    "document",
    [[], {}, 1, None, {"algorithm": 2}, {"deal": []}, {**NAMED["one piece, one seat"], "size": 10**9}],
)
def test_the_verifier_for_outsiders_tells_what_is_no_record(tmp_path, document):
    done = run_alone(tmp_path, document)

    assert 3 == done.returncode
    assert "" == done.stderr


def test_the_page_quotes_the_first_vector():
    page = (ROOM / "VERIFY.md").read_text(encoding="utf-8")
    record = NAMED["101 Okey, nobody contributes"]
    first_pieces = " ".join(map(str, record["order"][:16]))
    quoted = {
        "commitment": b64decode(record["commitment"]).hex(),
        "order bytes": VECTORS["streams"][1]["output"][:64] + " ...",
        "order": first_pieces + " ...",
        "first starter": str(record["firstStarter"]),
        "chance": b64decode(record["chance"]).hex(),
        "root": b64decode(record["root"]).hex(),
    }

    assert all(f"{name:15}{value}\n" in page for name, value in quoted.items())
