// The cluster as a backend calls it: stubs, deadlines, retries by request id, a watch that resumes.
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import * as grpc from "@grpc/grpc-js";
import * as loader from "@grpc/proto-loader";
import { failureOf } from "./errors.mjs";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const FILES = ["table_service", "bot_service", "rules_service", "dealer_service"];
const DEFINITION = loader.loadSync(
  FILES.map((name) => `game101/v1/${name}.proto`),
  { includeDirs: [`${ROOT}protos`], longs: Number, enums: String, defaults: true, oneofs: true },
);
const PACKAGE = grpc.loadPackageDefinition(DEFINITION).game101.v1;
const OPTIONS = {
  "grpc.service_config": readFileSync(`${ROOT}services/client/service_config.json`, "utf8"),
  "grpc.keepalive_time_ms": 30_000,
  "grpc.keepalive_timeout_ms": 10_000,
  "grpc.keepalive_permit_without_calls": 1,
  "grpc.initial_reconnect_backoff_ms": 100,
  "grpc.max_reconnect_backoff_ms": 2_000,
};
const DEADLINE_MS = 5_000;
const PATIENCE_MS = 30_000;
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 2_000;

export class Service {
  // A stub of one service: `new Service("TableService", "127.0.0.1:50055", key)`.
  constructor(name, address, key, credentials = grpc.credentials.createInsecure()) {
    this.stub = new PACKAGE[name](address, credentials, OPTIONS);
    this.metadata = new grpc.Metadata();
    this.metadata.set("authorization", `Bearer ${key}`);
  }

  close() {
    this.stub.close();
  }

  // One unary call with a deadline; resolves to the answer.
  call(method, request) {
    const options = { deadline: Date.now() + DEADLINE_MS };
    return new Promise((resolve, reject) => {
      const done = (error, answer) => (error ? reject(error) : resolve(answer));
      this.stub[method](request, this.metadata, options, done);
    });
  }

  // A change, sent until it is known what became of it. The request id makes that safe: a repeated
  // id returns the first answer and changes nothing.
  async repeat(method, request) {
    const named = { requestId: randomUUID(), ...request };
    const giveUp = Date.now() + PATIENCE_MS;
    for (let wait = FIRST_PAUSE_MS; ; wait = Math.min(2 * wait, LONGEST_PAUSE_MS)) {
      try {
        return await this.call(method, named);
      } catch (error) {
        const failure = failureOf(error);
        if (!failure.mayRepeat || Date.now() > giveUp) throw error;
        await pause(failure.retryAfterMs || wait * (0.5 + Math.random() / 2));
      }
    }
  }

  // Every event of a table once and in order, whatever happens to the stream on the way.
  // `onStream` is handed each stream as it is opened.
  async *watch(request, onStream = () => {}) {
    let fromSequence = request.fromSequence ?? 1;
    let heard = Date.now();
    for (;;) {
      const stream = this.stub.WatchEvents({ ...request, fromSequence }, this.metadata);
      onStream(stream);
      try {
        for await (const { item, event } of stream) {
          heard = Date.now();
          if (item !== "event") continue;
          fromSequence = event.sequence + 1;
          yield event;
        }
        return;
      } catch (error) {
        const failure = failureOf(error);
        if (!failure.mayRepeat || Date.now() > heard + 2 * PATIENCE_MS) throw error;
        await pause(Math.max(failure.retryAfterMs, FIRST_PAUSE_MS));
      } finally {
        stream.cancel();
      }
    }
  }
}
