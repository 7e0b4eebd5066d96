"""Processes that decide, behind one queue of bounded length. The event loop only hands on and takes back."""

import asyncio
import multiprocessing
import pickle
import time
from collections import deque
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any, Final

import structlog

from services.bot import metrics, worker
from services.bot.tasks import Answer, Task
from services.runtime.service import StartError
from services.wire import status

_START_SECONDS: Final = 30.0
_PAUSE_SECONDS: Final = 1.0
"""Before a worker that was lost is replaced, so that one which cannot start does not keep us busy."""
_LONGEST_SECONDS: Final = 10.0
"""What a decision may take after its caller has gone; the worker is then replaced."""
_TYPICAL_SECONDS: Final = 0.005
"""What a decision is taken to last before any was made."""
_MEMORY: Final = 0.05
"""The weight of the newest decision in the mean of their times."""

log = structlog.get_logger()


class _Job:
    """A task, and who waits for its answer."""

    __slots__ = ("began", "future", "task")

    def __init__(self, task: Task) -> None:
        self.task = task
        self.future: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self.began = 0.0


class _Worker:
    """A process at the other end of a pipe."""

    __slots__ = ("job", "pipe", "process", "ready")

    def __init__(self, process: BaseProcess, pipe: "Connection[Any, Any]") -> None:
        self.process = process
        self.pipe = pipe
        self.ready = asyncio.Event()
        self.job: _Job | None = None


class Pool:
    """Workers and the tasks that wait for them; used from one event loop."""

    def __init__(self, workers: int, waiting: int) -> None:
        """Prepares so many workers, and room for so many tasks to wait."""
        self._size = workers
        self._room = waiting
        self._workers: list[_Worker] = []
        self._idle: deque[_Worker] = deque()
        self._waiting: deque[_Job] = deque()
        self._mean_seconds = _TYPICAL_SECONDS
        self._replacing: set[asyncio.Task[None]] = set()
        self._closed = False

    @property
    def is_ready(self) -> bool:
        """Tells whether some worker can be asked."""
        return any(each.ready.is_set() for each in self._workers)

    async def start(self) -> None:
        """Starts the workers and waits until all can be asked.

        Raises:
            StartError: One of them cannot.
        """
        self._show()
        for _ in range(self._size):
            self._add_worker()
        try:
            async with asyncio.timeout(_START_SECONDS):
                for each in list(self._workers):
                    await each.ready.wait()
        except TimeoutError:
            raise StartError("a worker process does not start") from None

    def _show(self) -> None:
        """Has the metrics look at this pool whenever they are read."""
        metrics.WORKERS.labels("starting").set_function(lambda: self._starting)
        metrics.WORKERS.labels("idle").set_function(lambda: len(self._idle))
        metrics.WORKERS.labels("busy").set_function(
            lambda: len(self._workers) - self._starting - len(self._idle)
        )
        metrics.WAITING.set_function(lambda: len(self._waiting))

    @property
    def _starting(self) -> int:
        return sum(not each.ready.is_set() for each in self._workers)

    async def stop(self) -> None:
        """Ends the workers, and fails what still waits."""
        self._closed = True
        for task in self._replacing:
            task.cancel()
        for each in list(self._workers):
            self._remove(each)
        while self._waiting:
            _fail(self._waiting.popleft())

    async def run(self, task: Task) -> Answer:
        """Returns the answer to a task.

        Raises:
            CallError: RESOURCE_EXHAUSTED when too many wait already, or when the time would be up before
                a worker is free; UNAVAILABLE when the worker is lost.
            Failure: The decision failed.
        """
        job = self._admitted(task)
        try:
            return await job.future
        except asyncio.CancelledError:
            if job in self._waiting:
                self._waiting.remove(job)
            for each in self._workers:
                if each.job is job:
                    asyncio.get_running_loop().call_later(_LONGEST_SECONDS, self._give_up, each, job)
            raise

    def _admitted(self, task: Task) -> _Job:
        job = _Job(task)
        if self._idle:
            self._hand_over(self._idle.popleft(), job)
            return job
        wait = self._mean_seconds * (len(self._waiting) + 1) / self._size
        late = task.end is not None and time.monotonic() + wait > task.end
        if late or len(self._waiting) >= self._room:
            metrics.SHED.inc()
            message = f"{len(self._waiting)} decisions are waiting; try again"
            raise status.exhausted("BOT_SATURATED", message, max(wait, 0.05), waiting=len(self._waiting))
        self._waiting.append(job)
        return job

    def _hand_over(self, to: _Worker, job: _Job) -> None:
        to.job = job
        job.began = time.monotonic()
        try:
            to.pipe.send_bytes(pickle.dumps(job.task))
        except OSError:
            self._lost(to)

    def _heard(self, from_: _Worker) -> None:
        """Takes what a worker has sent."""
        try:
            said = pickle.loads(from_.pipe.recv_bytes())  # noqa: S301 - our own worker
        except (EOFError, OSError):
            self._lost(from_)
            return
        job, from_.job = from_.job, None
        from_.ready.set()
        if job is not None:
            took = time.monotonic() - job.began
            self._mean_seconds += _MEMORY * (took - self._mean_seconds)
            _settle(job, said)
        self._next(from_)

    def _next(self, free: _Worker) -> None:
        """Gives a free worker the task that has waited longest."""
        if self._waiting:
            self._hand_over(free, self._waiting.popleft())
        else:
            self._idle.append(free)

    def _add_worker(self) -> _Worker:
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(target=worker.run, args=(theirs,), name="bot-worker", daemon=True)
        process.start()
        theirs.close()
        added = _Worker(process, ours)
        self._workers.append(added)
        asyncio.get_running_loop().add_reader(ours.fileno(), self._heard, added)
        return added

    def _remove(self, gone: _Worker) -> None:
        asyncio.get_running_loop().remove_reader(gone.pipe.fileno())
        gone.pipe.close()
        self._workers.remove(gone)
        if gone in self._idle:
            self._idle.remove(gone)
        if gone.job is not None:
            _fail(gone.job)
            gone.process.kill()
        gone.process.join()

    def _give_up(self, busy: _Worker, job: _Job) -> None:
        if busy in self._workers and busy.job is job:
            self._lost(busy)

    def _lost(self, gone: _Worker) -> None:
        """Replaces a worker that has ended, or is to end."""
        metrics.WORKERS_LOST.inc()
        log.error("worker.lost", pid=gone.process.pid)
        gone.process.kill()
        self._remove(gone)
        if not self._closed:
            replacing = asyncio.get_running_loop().create_task(self._replace())
            self._replacing.add(replacing)
            replacing.add_done_callback(self._replacing.discard)

    async def _replace(self) -> None:
        """Starts a worker, again and again until one can be started; one that hangs is lost in its turn."""
        while True:
            await asyncio.sleep(_PAUSE_SECONDS)
            try:
                added = self._add_worker()
            except OSError as error:
                log.error("worker.not_started", problem=type(error).__name__)
                continue
            break
        try:
            async with asyncio.timeout(_START_SECONDS):
                await added.ready.wait()
        except TimeoutError:
            if added in self._workers:
                self._lost(added)


def _settle(job: _Job, said: object) -> None:
    if job.future.done():
        return
    if isinstance(said, Answer):
        job.future.set_result(said)
    else:
        log.error("decision.failed", problem=str(said))
        job.future.set_exception(worker.Failure(str(said)))


def _fail(job: _Job) -> None:
    if not job.future.done():
        job.future.set_exception(status.unavailable("WORKER_LOST", "the decision was lost; try again"))
