// What a failed call says, read once: code, reason, facts, how long to wait.
import { status } from "@grpc/grpc-js";
import protobuf from "protobufjs";

// The three messages of google/rpc that an error of this contract may carry.
const { root } = protobuf.parse(`
  syntax = "proto3";
  message Any { string type_url = 1; bytes value = 2; }
  message Status { int32 code = 1; string message = 2; repeated Any details = 3; }
  message ErrorInfo { string reason = 1; string domain = 2; map<string, string> metadata = 3; }
  message Duration { int64 seconds = 1; int32 nanos = 2; }
  message RetryInfo { Duration retry_delay = 1; }
`);
const message = (name) => root.lookupType(name);

// Codes after which the same request, with the same request id, may be sent again.
const TRANSIENT = new Set([
  status.UNAVAILABLE,
  status.RESOURCE_EXHAUSTED,
  status.DEADLINE_EXCEEDED,
  status.CANCELLED,
]);

export function failureOf(error) {
  const failure = { code: status[error.code], reason: "", facts: {}, retryAfterMs: 0 };
  const [packed] = error.metadata?.get("grpc-status-details-bin") ?? [];
  for (const detail of packed ? message("Status").decode(packed).details : []) {
    if (detail.typeUrl.endsWith("/google.rpc.ErrorInfo")) {
      const info = message("ErrorInfo").decode(detail.value);
      Object.assign(failure, { reason: info.reason, facts: { ...info.metadata } });
    } else if (detail.typeUrl.endsWith("/google.rpc.RetryInfo")) {
      const { retryDelay } = message("RetryInfo").decode(detail.value);
      failure.retryAfterMs = Number(retryDelay.seconds) * 1000 + retryDelay.nanos / 1e6;
    }
  }
  return { ...failure, mayRepeat: TRANSIENT.has(error.code) };
}
