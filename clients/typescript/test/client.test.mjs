// Tests without the service. `npm run build` first.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { test } from "node:test";
import { inspect } from "node:util";
import { ApiError, EventStream, Florin, InvalidSignatureError, NoResponseError, UnreadableError, Webhooks } from "florin-client";

const BODY =
  '{"id":"evt_1","object":"event","type":"planet.rose","created":1800000000,"livemode":false,' +
  '"api_version":"2.1","sequence":1,"request":null,"data":{"object":{"object":"planet","name":"Ceres"}}}';
// Computed with openssl dgst -sha256 -hmac whsec_test over "1800000000." and the body.
const SIGNATURE = "832f38654500047a1d3ad9883783e63c3c912f44d52406b1c7af434bb2bdcb62";
const HEADER = `t=1800000000,v1=${SIGNATURE}`;
const at = (seconds, ...secrets) => new Webhooks(secrets, 300, () => seconds * 1000);

/** Returns a client whose server gives these responses, and then an empty object. */
function client(responses, settings = {}) {
  const calls = [];
  const fetch = async (url, init) => {
    calls.push({ url: String(url), ...init });
    const next = responses.shift() ?? { status: 200, body: "{}" };
    if (next instanceof Error) throw next;
    return new Response(next.body, { status: next.status, headers: next.headers ?? {} });
  };
  return { florin: new Florin({ baseUrl: "http://127.0.0.1:1", apiKey: "sk_test_x", fetch, ...settings }), calls };
}

const error = (status, type, code, headers) => ({
  status,
  headers,
  body: JSON.stringify({ error: { type, code, message: "m", doc_url: "d", request_id: "req_1" } }),
});

test("a signed body is an event, with either secret of a rotation", async () => {
  assert.equal((await at(1_800_000_300, "whsec_new", "whsec_test").event(BODY, HEADER)).id, "evt_1");
  assert.equal((await at(1_800_000_000, "whsec_test").event(BODY, `${HEADER},v1=00`)).type, "planet.rose");
});

test("any other header, body, secret or time is rejected", async () => {
  const now = 1_800_000_000;
  for (const header of ["", undefined, "t=1800000000", `v1=${SIGNATURE}`, `t=x,v1=${SIGNATURE}`,
    `t=1800000001,v1=${SIGNATURE}`, `t=1800000000,v0=${SIGNATURE}`, "t=1800000000,v1=", "x".repeat(5000)]) {
    await assert.rejects(at(now, "whsec_test").event(BODY, header), InvalidSignatureError);
  }
  await assert.rejects(at(now, "whsec_test").event(`${BODY} `, HEADER), InvalidSignatureError);
  await assert.rejects(at(now, "whsec_other").event(BODY, HEADER), InvalidSignatureError);
  await assert.rejects(at(now + 301, "whsec_test").event(BODY, HEADER), InvalidSignatureError);
  await assert.rejects(at(now - 301, "whsec_test").event(BODY, HEADER), InvalidSignatureError);
  await assert.rejects(at(now, "whsec_test").event("x".repeat((1 << 20) + 1), HEADER), UnreadableError);
  assert.throws(() => new Webhooks([]), TypeError);
  assert.throws(() => new Webhooks(""), TypeError);
});

test("a call is repeated with its key", async () => {
  for (const failure of [new TypeError("cut"), error(409, "idempotency_error", "idempotency_key_in_use"),
    error(409, "invalid_request_error", "lock_timeout"),
    error(429, "rate_limit_error", "rate_limit"), error(500, "api_error", "internal_error"),
    error(503, "api_error", "overloaded")]) {
    const { florin, calls } = client([failure]);
    await florin.customers.create({});
    assert.equal(calls.length, 2);
    assert.ok(calls[0].headers["Idempotency-Key"]);
    assert.equal(calls[0].headers["Idempotency-Key"], calls[1].headers["Idempotency-Key"]);
  }
});

test("any other error is not repeated", async () => {
  for (const [status, type, code] of [[400, "invalid_request_error", "parameter_missing"],
    [402, "card_error", "card_declined"], [409, "invalid_request_error", "dispute_already_answered"],
    [409, "new_error", "new_conflict"], [503, "provider_error", "provider_unavailable"]]) {
    const { florin, calls } = client([error(status, type, code)]);
    await assert.rejects(florin.customers.create({}), (it) => it instanceof ApiError && it.code === code && it.type === type);
    assert.equal(calls.length, 1);
  }
});

test("retries end, after a longer wait than the client has time for too", async () => {
  const down = () => new TypeError("no server");
  const { florin, calls } = client([down(), down(), down()], { maxRetries: 1 });
  await assert.rejects(florin.customers.create({}, { idempotencyKey: "order-1" }),
    (it) => it instanceof NoResponseError && it.idempotencyKey === "order-1");
  assert.equal(calls.length, 2);
  const late = client([error(429, "rate_limit_error", "rate_limit", { "Retry-After": "3600" })]);
  await assert.rejects(late.florin.customers.create({}), ApiError);
  assert.equal(late.calls.length, 1);
});

test("an upload has no key, so that a failure is not repeated", async () => {
  const { florin, calls } = client([error(500, "api_error", "internal_error")]);
  const file = { data: new Uint8Array(1), mediaType: "image/png" };
  await assert.rejects(florin.disputes.addEvidenceFile("dp_1", file, { kind: "receipt" }), ApiError);
  assert.equal(calls.length, 1);
  assert.equal(calls[0].headers["Idempotency-Key"], undefined);
});

test("a response has limits in size and time", async () => {
  const { florin } = client([{ status: 200, body: "x".repeat(3000) }], { maxResponseBytes: 2000 });
  await assert.rejects(florin.customers.create({}), UnreadableError);
  const slow = new Florin({
    baseUrl: "http://127.0.0.1:1", apiKey: "sk_test_x", timeout: 20, maxRetries: 0,
    fetch: (_, { signal }) => new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
  });
  const awake = setTimeout(() => {}, 60_000); // the timer of a time-out does not keep Node running
  await assert.rejects(slow.customers.create({}), NoResponseError);
  clearTimeout(awake);
});

test("each error of a call with a key has it", async () => {
  const last = [error(500, "api_error", "internal_error"), error(503, "api_error", "database_unavailable"),
    { status: 200, body: "<html>" }, { status: 200, body: "x".repeat(3000) }];
  for (const response of last) {
    const { florin, calls } = client([new TypeError("cut"), response], { maxRetries: 1, maxResponseBytes: 2000 });
    await assert.rejects(florin.customers.create({}),
      (it) => it.idempotencyKey !== undefined && it.idempotencyKey === calls[1].headers["Idempotency-Key"]);
  }
  const { florin } = client([{ status: 200, body: "<html>" }]);
  await assert.rejects(florin.customers.retrieve("cus_1"), (it) => it.idempotencyKey === undefined);
});

test("a stream keeps its position until an event has another", async () => {
  const body = `data: ${BODY}\n\nid: 9\ndata: ${BODY}\n\n`;
  const { florin, calls } = client([{ status: 200, body }, { status: 200, body: "data: {\n\n" }]);
  const stream = await florin.events.stream("7");
  assert.equal(calls[0].headers["Last-Event-ID"], "7");
  const positions = [stream.lastEventId];
  for await (const _ of stream) positions.push(stream.lastEventId);
  assert.deepEqual(positions, ["7", "7", "9"]);
  const broken = await florin.events.stream("7");
  await assert.rejects(broken[Symbol.asyncIterator]().next(), UnreadableError);
  assert.equal(broken.lastEventId, "7");
});

test("a silent or cut stream of events is lost, and a closed one ends", async () => {
  const of = (source, stop = new AbortController()) =>
    new EventStream(new Response(new ReadableStream(source)), stop, "", 20)[Symbol.asyncIterator]().next();
  await assert.rejects(of({}), NoResponseError);
  await assert.rejects(of({ pull: (it) => it.error(new TypeError("cut")) }), NoResponseError);
  const stop = new AbortController();
  stop.signal.addEventListener("abort", () => aborted.error(stop.signal.reason));
  let aborted;
  const ended = of({ start: (it) => (aborted = it) }, stop);
  stop.abort();
  assert.equal((await ended).done, true);
});

test("iteration continues with the following pages", async () => {
  const page = (ids, more) => ({ status: 200, body: JSON.stringify({ object: "list", data: ids.map((id) => ({ id })), has_more: more }) });
  const { florin, calls } = client([page(["cus_1", "cus_2"], true), page(["cus_3"], false)]);
  const ids = [];
  for await (const customer of await florin.customers.list({ limit: 2 })) ids.push(customer.id);
  assert.deepEqual(ids, ["cus_1", "cus_2", "cus_3"]);
  assert.match(calls[1].url, /\?limit=2&starting_after=cus_2$/);
});

test("awaitOutcome polls until the outcome is known", async () => {
  const payment = (status) => ({ status: 200, body: JSON.stringify({ id: "pay_1", object: "payment", status }) });
  const { florin } = client([payment("processing"), payment("succeeded")]);
  const known = await florin.awaitOutcome({ id: "pay_1", object: "payment", status: "processing" }, 20_000);
  assert.equal(known.status, "succeeded");
  const open = client([]).florin.awaitOutcome({ id: "re_1", object: "refund", status: "pending" }, 100);
  await assert.rejects(open, { kind: "still_open" });
});

test("a wrong address or key is a mistake", () => {
  assert.throws(() => new Florin({ baseUrl: "http://x/v2", apiKey: "sk_test_x" }), TypeError);
  assert.throws(() => new Florin({ baseUrl: "http://x", apiKey: "whsec_x" }), TypeError);
});

test("a secret is in no log", () => {
  const { florin } = client([], { apiKey: "sk_test_hidden" });
  const webhooks = new Webhooks("whsec_hidden");
  for (const it of [florin, webhooks]) {
    assert.doesNotMatch(inspect(it, { depth: 9, showHidden: true }) + JSON.stringify(it), /_hidden/);
  }
});

test("a browser takes a publishable key alone", () => {
  const settings = { baseUrl: "http://x" };
  globalThis.document = {};
  try {
    assert.throws(() => new Florin({ ...settings, apiKey: "sk_test_x" }), TypeError);
    assert.throws(() => new Florin({ ...settings, apiKey: "rk_test_x" }), TypeError);
    assert.ok(new Florin({ ...settings, apiKey: "pk_test_x" }));
  } finally {
    delete globalThis.document;
  }
});

test("a setting that is undefined has its default", async () => {
  const { florin, calls } = client([new TypeError("cut")], { timeout: undefined, maxRetries: undefined, retryFor: undefined, maxResponseBytes: undefined });
  await florin.customers.create({});
  assert.equal(calls.length, 2);
});

test("CommonJS has the same exports", async () => {
  const common = createRequire(import.meta.url)("florin-client");
  assert.deepEqual(Object.keys(common).sort(), Object.keys(await import("florin-client")).sort());
});
