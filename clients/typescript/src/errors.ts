import type { ErrorCode, ErrorType, Problem } from "./types.js";

/** The reason why a call has no result. */
export abstract class FlorinError extends Error {
  abstract readonly kind: "api" | "no_response" | "unreadable" | "invalid_signature" | "still_open";
  /** The key of the call, if it had one. After an error whose outcome is unknown, repeat the call with it. */
  idempotencyKey: string | undefined;
}

/** Florin returned an error. `code` tells what to do, and `type` narrows it. */
export class ApiError extends FlorinError {
  readonly kind = "api";
  readonly type: ErrorType;
  readonly code: ErrorCode;

  constructor(
    readonly status: number,
    readonly problem: Problem,
  ) {
    super(`${problem.code}: ${problem.message} (${problem.request_id})`);
    this.name = "ApiError";
    this.type = problem.type;
    this.code = problem.code;
  }
}

/**
 * No complete response arrived, even after the retries. The request may have been carried out:
 * repeat it with `idempotencyKey`.
 */
export class NoResponseError extends FlorinError {
  readonly kind = "no_response";
  override readonly name = "NoResponseError";
}

/** The response or webhook is not what Florin sends, or is larger than the limit. */
export class UnreadableError extends FlorinError {
  readonly kind = "unreadable";
  override readonly name = "UnreadableError";
}

/** The signature of a webhook is wrong, or too old. Return 400. */
export class InvalidSignatureError extends FlorinError {
  readonly kind = "invalid_signature";
  override readonly name = "InvalidSignatureError";
}

/** The outcome was still open at the end of the time to wait. It is not a failure. */
export class StillOpenError extends FlorinError {
  readonly kind = "still_open";
  override readonly name = "StillOpenError";
}
