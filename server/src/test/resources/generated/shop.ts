// A shop by openapi-typescript and openapi-fetch: says what it does, and ends with 1 where something is not as it should be.
import createClient from "openapi-fetch";
import type { components, paths } from "./florin.js";

const [url, key] = process.argv.slice(2);
const florin = createClient<paths>({ baseUrl: url!, headers: { Authorization: `Bearer ${key}` } });

type PaymentMethodData = components["schemas"]["PaymentMethodData"];

// The forms of a payment method are exact: each of these lines must not compile.
// @ts-expect-error
export const unknown: PaymentMethodData = { foo: 1 };
// @ts-expect-error
export const empty: PaymentMethodData = {};
// @ts-expect-error
export const noCard: PaymentMethodData = { type: "card" };
// @ts-expect-error
export const idAndType: PaymentMethodData = { id: "pm_1", type: "hosted" };
// @ts-expect-error
export const idAndDetails: PaymentMethodData = { id: "pm_1", billing_details: null };
export const others: PaymentMethodData[] = ["pm_1", { id: "pm_1" }, { type: "hosted" }, { type: "bank_transfer" }];

function say(what: string, right: boolean): void {
  console.log((right ? "" : "WRONG: ") + what);
  if (!right) process.exit(1);
}

function card(number: string): PaymentMethodData {
  return { type: "card", card: { number, exp_month: 12, exp_year: 2040, cvc: "123" } };
}

function sure<T>(answer: { data?: T; error?: unknown }): T {
  if (answer.data === undefined) throw new Error(JSON.stringify(answer.error));
  return answer.data;
}

const customer = sure(await florin.POST("/v2/customers", { body: { name: "Jo March", email: "jo@example.com" } }));
const made = sure(await florin.POST("/v2/payments", {
  params: { header: { "Idempotency-Key": "order-6735" } },
  body: { amount: 1000, currency: "usd", payment_method: card("4242424242424242"), customer: customer.id, metadata: { order: "6735" } },
}));
say(`made ${made.status}`, made.status === "succeeded");

const whole = sure(await florin.GET("/v2/payments/{id}", { params: { path: { id: made.id }, query: { "expand[]": ["customer", "attempts"] } } }));
say(`read ${whole.amount_captured} ${whole.currency}`, whole.amount_captured === 1000);
say(`its card is ${whole.payment_method.card?.last4}`, whole.payment_method.card?.last4 === "4242");
say("its customer is whole", whole.customer !== null && typeof whole.customer === "object" && whole.customer.name === "Jo March");
say(`its attempts are ${whole.attempts?.length}`, whole.attempts?.length === 1);
say(`its failure is ${whole.failure?.code ?? null}`, whole.failure === null);
say(`its order is ${whole.metadata["order"]}`, whole.metadata["order"] === "6735");

const refund = sure(await florin.POST("/v2/refunds", { body: { payment: made.id, amount: 400 } }));
say(`refunded ${refund.amount}`, refund.status === "succeeded");

const method = sure(await florin.POST("/v2/payment_methods", { body: { type: "card", card: { number: "5555555555554444", exp_month: 12, exp_year: 2040 } } }));
const again = sure(await florin.POST("/v2/payments", { body: { amount: 500, currency: "usd", payment_method: method.id } }));
const page = sure(await florin.GET("/v2/payments", { params: { query: { limit: 1 } } }));
say(`listed ${page.data.length}, the newest first`, page.data[0]?.id === again.id && page.has_more);
const next = sure(await florin.GET("/v2/payments", { params: { query: { limit: 1, starting_after: again.id } } }));
say(`the page after it is the first, refunded ${next.data[0]?.amount_refunded}`, next.data[0]?.amount_refunded === 400);
say("its customer is an id", next.data[0]?.customer === customer.id);
const found = sure(await florin.GET("/v2/payments", { params: { query: { metadata: { order: "6735" }, "amount[gte]": 1000 } } }));
say(`found ${found.data.length} by metadata`, found.data.length === 1);

const happened = sure(await florin.GET("/v2/events"));
for (const event of happened.data) {
  const about = event.data.object;
  const what = about.object === "payment" ? `of ${about.amount} ${about.currency}`
    : about.object === "refund" ? `of ${about.payment}`
    : about.object === "customer" ? `${about.name}`
    : about.object === "payment_method" ? about.card?.brand
    : about.object === "checkout_session" ? about.url : about.id;
  say(`${event.type} is about a ${about.object} ${what}`, event.type.startsWith(about.object + "."));
}

const declined = await florin.POST("/v2/payments", { body: { amount: 1000, currency: "usd", payment_method: card("4000000000009995") } });
say(`declined ${declined.response.status} ${declined.error?.error.decline_code}`,
  declined.response.status === 402 && declined.error?.error.code === "card_declined" && declined.error.error.payment !== undefined);
console.log("done");
