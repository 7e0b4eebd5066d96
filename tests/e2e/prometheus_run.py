"""A Prometheus and an Alertmanager on the loopback interface, and a webhook that hears what they tell."""

import json
import shutil
import socket
import subprocess
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import urlencode
from urllib.request import urlopen

import yaml

from tests.require import require

RULES = Path(__file__).parents[2] / "deploy" / "monitoring" / "rules.yaml"
SCRAPE = "2s"
STEP = "1s"
PATIENCE = "3s"
"""What stands for every ``for``, so that a test need not wait minutes."""
SOON_SECONDS = 40.0


def require_programs() -> None:
    for program in ("prometheus", "promtool", "prometheus-alertmanager"):
        require("prometheus", shutil.which(program) is not None, program)


class Webhook:
    """Hears alerts; ``firing`` is what it was told last of each."""

    def __init__(self) -> None:
        self._alerts: dict[tuple[tuple[str, str], ...], dict[str, Any]] = {}
        hook = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                told = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                for alert in told["alerts"]:
                    hook._alerts[tuple(sorted(alert["labels"].items()))] = alert
                self.send_response(200)
                self.end_headers()

            def log_message(self, *_: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/"

    @property
    def firing(self) -> list[dict[str, Any]]:
        return [alert for alert in list(self._alerts.values()) if alert["status"] == "firing"]


class Watch:
    """A running Prometheus that scrapes a cluster."""

    def __init__(self, url: str, webhook: Webhook) -> None:
        self.url = url
        self.webhook = webhook

    def get(self, path: str, **query: str) -> Any:
        """Returns the data of an answer of Prometheus's API; raises where it is an error."""
        with urlopen(f"{self.url}/api/v1/{path}?{urlencode(query)}", timeout=10) as answer:  # noqa: S310 - our own http address
            return json.load(answer)["data"]

    def up(self) -> dict[str, str]:
        """Returns whether each job was scraped: 1 or 0."""
        found = self.get("query", query="up")["result"]
        return {each["metric"]["job"]: each["value"][1] for each in found}

    def told(self) -> set[tuple[str, str]]:
        """Returns the alerts that fire by the webhook: their names and jobs."""
        return {(each["labels"]["alertname"], each["labels"].get("job", "")) for each in self.webhook.firing}


@contextmanager
def watching(folder: Path, targets: Mapping[str, str]) -> Iterator[Watch]:
    """Runs both programs, with the repository's rules made impatient; ``targets`` are addresses by job."""
    with ExitStack() as after:
        webhook = Webhook()
        after.callback(webhook.server.server_close)
        after.enter_context(_serving(webhook.server))
        manager, prometheus = _free_port(), _free_port()
        _write(folder / "alertmanager.yml", _routes(webhook.url))
        _write(folder / "rules.yml", _impatient_rules())
        _write(folder / "prometheus.yml", _jobs(targets, manager))
        after.enter_context(
            _running(
                folder,
                "prometheus-alertmanager",
                "alertmanager.yml",
                manager,
                "--cluster.listen-address=",
                f"--storage.path={folder / 'manager'}",
            )
        )
        after.enter_context(
            _running(
                folder, "prometheus", "prometheus.yml", prometheus, f"--storage.tsdb.path={folder / 'data'}"
            )
        )
        yield Watch(f"http://127.0.0.1:{prometheus}", webhook)


def wait_until(condition: Callable[[], bool], what: str) -> None:
    """Waits for a condition; fails when it does not come true soon."""
    deadline = time.monotonic() + SOON_SECONDS
    while not condition():
        assert time.monotonic() < deadline, f"waited in vain until {what}"
        time.sleep(0.2)


def _impatient_rules() -> dict[str, Any]:
    rules = yaml.safe_load(RULES.read_text("utf-8"))
    for group in rules["groups"]:
        group["interval"] = STEP
        for rule in group["rules"]:
            if "for" in rule:
                rule["for"] = PATIENCE
    return rules


def _jobs(targets: Mapping[str, str], manager: int) -> dict[str, Any]:
    return {
        "global": {"scrape_interval": SCRAPE, "scrape_timeout": SCRAPE, "evaluation_interval": STEP},
        "rule_files": ["rules.yml"],
        "alerting": {"alertmanagers": [{"static_configs": [{"targets": [f"127.0.0.1:{manager}"]}]}]},
        "scrape_configs": [
            {"job_name": job, "static_configs": [{"targets": [address]}]} for job, address in targets.items()
        ],
    }


def _routes(url: str) -> dict[str, Any]:
    return {
        "route": {
            "receiver": "hook",
            "group_by": ["alertname", "job"],
            "group_wait": "0s",
            "group_interval": STEP,
            "repeat_interval": "1h",
        },
        "receivers": [{"name": "hook", "webhook_configs": [{"url": url, "send_resolved": True}]}],
    }


def _write(path: Path, settings: dict[str, Any]) -> None:
    path.write_text(yaml.safe_dump(settings, sort_keys=False), "utf-8")


def _free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return taken.getsockname()[1]


@contextmanager
def _serving(server: ThreadingHTTPServer) -> Iterator[None]:
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    yield
    server.shutdown()
    thread.join()


@contextmanager
def _running(folder: Path, program: str, config: str, port: int, *options: str) -> Iterator[None]:
    words = [program, f"--config.file={folder / config}", f"--web.listen-address=127.0.0.1:{port}", *options]
    log_path = folder / f"{program}.log"
    with log_path.open("wb") as log:
        child = subprocess.Popen(words, cwd=folder, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
    try:
        wait_until(lambda: _answers(port) or child.poll() is not None, f"{program} answers")
        assert child.poll() is None, log_path.read_text("utf-8")
        yield
    finally:
        child.terminate()
        try:
            child.wait(10)
        except subprocess.TimeoutExpired:
            child.kill()
            child.wait()


def _answers(port: int) -> bool:
    try:
        with urlopen(f"http://127.0.0.1:{port}/-/ready", timeout=2) as answer:
            return answer.status == 200
    except OSError:
        return False
