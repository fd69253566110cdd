import { ApiError, FlorinError, NoResponseError, UnreadableError } from "./errors.js";
import type { Event, Problem } from "./types.js";

/** The settings of a client. */
export interface Settings {
  /** The address of Florin, without a path. */
  baseUrl: string;
  apiKey: string;
  /** Milliseconds for each attempt, with the whole response: 35,000 by default. */
  timeout?: number;
  /** Attempts after the first one: 3 by default. */
  maxRetries?: number;
  /** Milliseconds after which no further attempt begins: 90,000 by default. */
  retryFor?: number;
  /** Bytes of the largest JSON response: 8 MiB by default. */
  maxResponseBytes?: number;
  /** Another `fetch`. */
  fetch?: typeof fetch;
}

/** What one call can change. */
export interface Options {
  /**
   * The idempotency key. Use the id of the operation in your system, and store it before the call:
   * then you can repeat the call after a crash. Without one, the client sends a random key, which
   * only protects the retries of this call.
   */
  idempotencyKey?: string;
  signal?: AbortSignal;
}

/** A file to upload. */
export interface FileBody {
  data: Uint8Array | string;
  mediaType: string;
}

export interface Call {
  id?: string;
  body?: unknown;
  file?: FileBody;
  query?: object | undefined;
  keyed?: boolean;
  accept?: string;
  options?: Options | undefined;
}

interface Reply {
  status: number;
  retryAfter: number | undefined;
  bytes: Uint8Array;
}

const MAX_DOWNLOAD = 64 << 20;
const MAX_EVENT = 1 << 20;
const LONGEST_SILENCE = 45_000; // Florin sends a sign of life every 15 seconds
const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 8_000;

/** A page of a list, newest first. `for await` continues with the following pages. */
export class Page<T> implements AsyncIterable<T> {
  constructor(
    readonly data: T[],
    private readonly following: (() => Promise<Page<T>>) | undefined,
  ) {}

  get hasMore(): boolean {
    return this.following !== undefined;
  }

  /** Requests the following page, or returns undefined if this is the last one. */
  async next(): Promise<Page<T> | undefined> {
    return this.following?.();
  }

  async *[Symbol.asyncIterator](): AsyncIterator<T> {
    for (let page: Page<T> | undefined = this; page; page = await page.next()) {
      yield* page.data;
    }
  }
}

/**
 * Sends calls with `fetch`. It repeats a call only if Florin carries it out once: one that reads or
 * deletes, or has an idempotency key. Each response has a limit in time and size.
 */
export class Transport {
  readonly #settings: Required<Settings>; // private in JavaScript too, so that no log shows the key

  constructor(settings: Settings) {
    if (!/^https?:\/\/[^/]+$/.test(settings.baseUrl)) {
      throw new TypeError("baseUrl is an http or https address without a path.");
    }
    if (!/^(sk|pk|rk)_(test|live)_[!-~]+$/.test(settings.apiKey)) {
      throw new TypeError("apiKey begins with sk_, rk_ or pk_. Copy the whole key.");
    }
    if (!settings.apiKey.startsWith("pk_") && "document" in globalThis) {
      throw new TypeError("A browser takes a publishable key (pk_) alone: anyone can read it there.");
    }
    this.#settings = {
      baseUrl: settings.baseUrl,
      apiKey: settings.apiKey,
      timeout: settings.timeout ?? 35_000,
      maxRetries: settings.maxRetries ?? 3,
      retryFor: settings.retryFor ?? 90_000,
      maxResponseBytes: settings.maxResponseBytes ?? 8 << 20,
      fetch: settings.fetch ?? ((input, init) => fetch(input, init)),
    };
  }

  async send<T>(method: string, path: string, call: Call): Promise<T> {
    return this.read(method, path, call, this.#settings.maxResponseBytes, (bytes) => json(bytes) as T);
  }

  async download(method: string, path: string, call: Call): Promise<Uint8Array> {
    return this.read(method, path, call, MAX_DOWNLOAD, (bytes) => bytes);
  }

  async page<T>(method: string, path: string, call: Call): Promise<Page<T>> {
    const list = await this.send<{ data: T[]; has_more: boolean }>(method, path, call);
    if (!Array.isArray(list?.data)) {
      throw new UnreadableError("The response is no list.");
    }
    const query = { ...call.query } as Record<string, unknown>;
    const backward = query.ending_before !== undefined;
    const end = list.data.at(backward ? 0 : -1) as { id?: string } | undefined;
    if (!list.has_more || end?.id === undefined) {
      return new Page(list.data, undefined);
    }
    query[backward ? "ending_before" : "starting_after"] = end.id;
    return new Page(list.data, () => this.page(method, path, { ...call, query }));
  }

  /** Returns the response as `reader` reads it. An error on the way has the call's key. */
  private async read<T>(
    method: string,
    path: string,
    call: Call,
    limit: number,
    reader: (bytes: Uint8Array) => T,
  ): Promise<T> {
    const key = call.keyed ? (call.options?.idempotencyKey ?? crypto.randomUUID()) : undefined;
    try {
      return reader((await this.reply(method, path, call, key, limit)).bytes);
    } catch (error) {
      if (error instanceof FlorinError) {
        error.idempotencyKey = key;
      }
      throw error;
    }
  }

  private async reply(
    method: string,
    path: string,
    call: Call,
    key: string | undefined,
    limit: number,
  ): Promise<Reply> {
    const repeatable = method !== "POST" || key !== undefined;
    const deadline = Date.now() + this.#settings.retryFor;
    for (let attempt = 0; ; attempt++) {
      let failure: ApiError | NoResponseError;
      let retryAfter: number | undefined;
      let mayRepeat = repeatable;
      try {
        const reply = await this.once(method, path, call, key, limit);
        if (reply.status < 300) {
          return reply;
        }
        failure = apiError(reply);
        retryAfter = reply.retryAfter;
        mayRepeat = passes(failure) && (repeatable || failure.status === 429);
      } catch (error) {
        if (!(error instanceof NoResponseError)) {
          throw error;
        }
        failure = error;
      }
      const pause = retryAfter ?? pauseAfter(attempt);
      const ended = attempt >= this.#settings.maxRetries || Date.now() + pause > deadline;
      if (!mayRepeat || ended || call.options?.signal?.aborted) {
        throw failure;
      }
      await sleep(pause, call.options?.signal);
    }
  }

  private async once(
    method: string,
    path: string,
    call: Call,
    key: string | undefined,
    limit: number,
  ): Promise<Reply> {
    const headers = this.headers(call.accept ?? "application/json");
    if (key !== undefined) {
      headers["Idempotency-Key"] = key;
    }
    let body: BodyInit | undefined;
    if (call.file) {
      headers["Content-Type"] = call.file.mediaType;
      body = call.file.data as BodyInit;
    } else if (call.body !== undefined) {
      headers["Content-Type"] = "application/json";
      body = JSON.stringify(call.body);
    }
    const signals = [AbortSignal.timeout(this.#settings.timeout)];
    if (call.options?.signal) {
      signals.push(call.options.signal);
    }
    try {
      const response = await this.#settings.fetch(this.address(path, call), {
        method,
        headers,
        ...(body === undefined ? {} : { body }),
        redirect: "manual",
        signal: AbortSignal.any(signals),
      });
      const seconds = response.headers.get("Retry-After") ?? "";
      return {
        status: response.status,
        retryAfter: /^\d{1,6}$/.test(seconds) ? Number(seconds) * 1000 : undefined,
        bytes: await limited(response, limit),
      };
    } catch (error) {
      if (error instanceof UnreadableError) {
        throw error;
      }
      throw new NoResponseError("No complete response arrived.", { cause: error });
    }
  }

  /** Opens the stream of events. The time-out is for the beginning alone. */
  async stream(path: string, lastEventId?: string, signal?: AbortSignal): Promise<EventStream> {
    const headers = this.headers("text/event-stream");
    if (lastEventId) {
      headers["Last-Event-ID"] = lastEventId;
    }
    const stop = new AbortController();
    signal?.addEventListener("abort", () => stop.abort());
    const timer = setTimeout(() => stop.abort(), this.#settings.timeout);
    let response: Response;
    try {
      response = await this.#settings.fetch(this.#settings.baseUrl + path, {
        headers,
        redirect: "manual",
        signal: stop.signal,
      });
    } catch (error) {
      throw new NoResponseError("The stream of events can't be opened.", { cause: error });
    } finally {
      clearTimeout(timer);
    }
    if (response.status !== 200) {
      const bytes = await limited(response, this.#settings.maxResponseBytes);
      throw apiError({ status: response.status, retryAfter: undefined, bytes });
    }
    return new EventStream(response, stop, lastEventId);
  }

  private headers(accept: string): Record<string, string> {
    return {
      Authorization: `Bearer ${this.#settings.apiKey}`,
      "Service-Version": "2.1",
      Accept: accept,
    };
  }

  private address(path: string, call: Call): string {
    if (path.includes("{id}") && !call.id) {
      throw new TypeError("The id is empty. Nothing was sent.");
    }
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(call.query ?? {})) {
      if (Array.isArray(value)) {
        value.forEach((each) => query.append(name, String(each)));
      } else if (typeof value === "object" && value !== null) {
        Object.entries(value).forEach(([key, each]) => query.append(`${name}[${key}]`, String(each)));
      } else if (value !== undefined && value !== null) {
        query.append(name, String(value));
      }
    }
    const to = this.#settings.baseUrl + path.replace("{id}", encodeURIComponent(call.id ?? ""));
    return query.size > 0 ? `${to}?${query}` : to;
  }
}

/**
 * Events as they happen. It ends when the service ends the connection or after `close`, and throws a
 * NoResponseError if the connection is lost. Continue with `lastEventId`.
 */
export class EventStream implements AsyncIterable<Event> {
  /** The position of the last event, or the one that this stream was opened with. Another stream continues with it. */
  lastEventId: string;

  /** @param silence the milliseconds without a byte after which the connection counts as lost */
  constructor(
    private readonly response: Response,
    private readonly stop: AbortController,
    position = "",
    private readonly silence = LONGEST_SILENCE,
  ) {
    this.lastEventId = position;
  }

  close(): void {
    this.stop.abort();
  }

  async *[Symbol.asyncIterator](): AsyncIterator<Event> {
    const decoder = new TextDecoder();
    const reader = this.response.body!.getReader();
    let rest = "";
    let data = "";
    let id = this.lastEventId;
    try {
      for (let part = await this.heard(reader); !part.done; part = await this.heard(reader)) {
        rest += decoder.decode(part.value, { stream: true });
        const lines = rest.split("\n");
        rest = lines.pop() ?? "";
        if (rest.length + data.length > MAX_EVENT) {
          throw new UnreadableError("An event of the stream has more than 1 MiB.");
        }
        for (const line of lines) {
          if (line.trim() === "" && data !== "") {
            const event = json(data) as Event;
            this.lastEventId = id;
            data = "";
            yield event;
          } else if (line.startsWith("id:")) {
            id = line.slice(3).trim();
          } else if (line.startsWith("data:")) {
            data += line.slice(5).trim();
          }
        }
      }
    } finally {
      this.close();
    }
  }

  /** Returns the next bytes. A stream that the caller has stopped is done. */
  private async heard(
    reader: ReadableStreamDefaultReader<Uint8Array>,
  ): Promise<{ done: true } | { done: false; value: Uint8Array }> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const silent = new Promise<never>((_, reject) => {
      const lost = () => reject(new NoResponseError("The stream of events is silent. Open another one."));
      timer = setTimeout(lost, this.silence);
    });
    try {
      const { value } = await Promise.race([reader.read(), silent]);
      return value === undefined ? { done: true } : { done: false, value };
    } catch (error) {
      if (this.stop.signal.aborted) {
        return { done: true };
      }
      throw error instanceof NoResponseError
        ? error
        : new NoResponseError("The stream of events was cut. Open another one.", { cause: error });
    } finally {
      clearTimeout(timer);
    }
  }
}

async function limited(response: Response, limit: number): Promise<Uint8Array> {
  if (!response.body) {
    return new Uint8Array();
  }
  const reader = response.body.getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.length;
    if (size > limit) {
      await reader.cancel();
      throw new UnreadableError(`The response has more than ${limit} bytes.`);
    }
    parts.push(part.value);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function json(from: Uint8Array | string): unknown {
  try {
    return JSON.parse(typeof from === "string" ? from : new TextDecoder().decode(from));
  } catch {
    throw new UnreadableError("The response is not JSON.");
  }
}

/** Reads an error. A proxy in between may send one of its own, which has no code. */
function apiError(reply: Reply): ApiError {
  let problem: Problem | undefined;
  try {
    problem = (json(reply.bytes) as { error?: Problem }).error;
  } catch {
    problem = undefined;
  }
  return new ApiError(
    reply.status,
    problem?.code && problem.type
      ? problem
      : {
          type: "api_error",
          code: "unrecognized",
          message: `The response has the status ${reply.status} and no error of Florin.`,
          doc_url: "",
          request_id: "",
        },
  );
}

/** Returns whether the same call with the same key can succeed later: see the guide on idempotency. */
function passes(error: ApiError): boolean {
  switch (error.status) {
    case 409:
      return error.code === "idempotency_key_in_use" || error.code === "lock_timeout";
    case 429:
      return error.type === "rate_limit_error";
    case 500:
    case 502:
    case 503:
    case 504:
      return error.code !== "provider_unavailable";
    default:
      return false;
  }
}

/** Doubles the pause with each attempt, up to a limit, and takes a random part of it. */
function pauseAfter(attempt: number): number {
  const longest = Math.min(FIRST_PAUSE * 2 ** attempt, LONGEST_PAUSE);
  return longest * (0.5 + Math.random() / 2);
}

export function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
