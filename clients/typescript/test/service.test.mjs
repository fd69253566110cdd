// Tests against a running service in test mode: FLORIN_URL, FLORIN_SECRET_KEY, FLORIN_PUBLISHABLE_KEY. FLORIN_STREAM_URL
// is its address without a proxy.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError, Florin } from "florin-client";

const { FLORIN_URL: baseUrl, FLORIN_STREAM_URL: direct, FLORIN_SECRET_KEY: apiKey, FLORIN_PUBLISHABLE_KEY: publishable } = process.env;
const options = { skip: baseUrl ? false : "FLORIN_URL is not set" };
const card = (number) => ({ type: "card", card: { number, exp_month: 12, exp_year: 2040, cvc: "123" } });

test("it sells and refunds once, whatever is lost", options, async () => {
  const florin = new Florin({ baseUrl, apiKey });
  const customer = await florin.customers.create({ email: "jo@example.com" });
  const body = { amount: 1000, currency: "usd", customer: customer.id, payment_method: card("4242424242424242") };
  const payment = await florin.awaitOutcome(await florin.payments.create(body, { idempotencyKey: "ts-1" }), 20_000);
  assert.equal(payment.status, "succeeded");
  assert.equal((await florin.payments.create(body, { idempotencyKey: "ts-1" })).id, payment.id);
  const refund = await florin.refunds.create({ payment: payment.id, amount: 100 });
  assert.equal((await florin.refunds.retrieve(refund.id)).amount, 100);
  const expanded = await florin.payments.retrieve(payment.id, { "expand[]": ["customer"] });
  assert.equal(expanded.customer.email, "jo@example.com");
  const ids = [];
  for await (const event of await florin.events.list({ limit: 2 })) ids.push(event.id);
  assert.equal(new Set(ids).size, ids.length);
  assert.ok(ids.length >= 3);
});

test("a declined card is an error with the payment", options, async () => {
  const florin = new Florin({ baseUrl, apiKey });
  await assert.rejects(
    florin.payments.create({ amount: 1000, currency: "usd", payment_method: card("4000000000000002") }),
    (it) => it instanceof ApiError && it.type === "card_error" && it.problem.payment.startsWith("pay_"),
  );
});

test("a publishable key makes a payment method, and no refund", options, async () => {
  const florin = new Florin({ baseUrl, apiKey: publishable });
  const method = await florin.paymentMethods.create(card("4242424242424242"));
  assert.equal(method.card.last4, "4242");
  await assert.rejects(florin.refunds.create({ payment: "pay_x" }), { code: "secret_key_required" });
});

test("events arrive as they happen", options, async () => {
  const florin = new Florin({ baseUrl: direct ?? baseUrl, apiKey });
  const stream = await florin.events.stream();
  const made = await florin.customers.create({});
  for await (const event of stream) {
    if (event.data.object.id === made.id) break;
  }
  assert.ok(stream.lastEventId);
});
