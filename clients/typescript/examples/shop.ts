import { createServer, type IncomingMessage } from "node:http";
import { type AddressInfo } from "node:net";
import { Florin, InvalidSignatureError, Webhooks } from "florin-client";

// A shop: it sells on Florin's page, ships each paid order once, and refunds it.
const { FLORIN_URL, FLORIN_SECRET_KEY, FLORIN_WEBHOOK_SECRET } = process.env;
const florin = new Florin({ baseUrl: FLORIN_URL!, apiKey: FLORIN_SECRET_KEY! });
const webhooks = new Webhooks(FLORIN_WEBHOOK_SECRET!);
const paid = new Map<string, string>(); // a table in your shop
const shipped = new Map<string, number>();
const refunded = new Set<string>();

async function buy(order: string): Promise<string> {
  const session = await florin.checkoutSessions.create(
    {
      amount: 2300,
      currency: "eur",
      success_url: "https://shop.example/ok",
      cancel_url: "https://shop.example/cart",
      metadata: { order },
    },
    { idempotencyKey: `buy-${order}` },
  );
  return session.url;
}

async function receive(body: Buffer, signature?: string): Promise<string> {
  const event = await webhooks.event(body, signature);
  const session = event.data.object;
  if (event.type === "checkout_session.completed" && session.object === "checkout_session") {
    const order = session.metadata["order"]!;
    if (!paid.has(order)) {
      paid.set(order, session.payment!);
      shipped.set(order, (shipped.get(order) ?? 0) + 1); // ship it here
    }
  }
  if (event.type === "payment.refunded" && session.object === "payment") refunded.add(session.id);
  return "";
}

function orders(): string {
  const all = [...paid].map(([reference, payment]) => {
    return { reference, paid: true, shipped: shipped.get(reference), refunded: refunded.has(payment) };
  });
  return JSON.stringify(all);
}

async function refund(order: string): Promise<string> {
  return (await florin.refunds.create({ payment: paid.get(order)! }, { idempotencyKey: `refund-${order}` })).id;
}

async function handle(request: IncomingMessage): Promise<string> {
  const [, route, order = ""] = request.url!.split("/");
  if (route === "orders") return order === "" ? orders() : buy(order);
  if (route === "refund") return refund(order);
  if (route !== "webhooks") return "Thank you";
  let body = Buffer.alloc(0);
  for await (const part of request)
    if ((body = Buffer.concat([body, part])).length > 1 << 20) throw new Error("The body is too large.");
  return receive(body, request.headers["service-signature"] as string | undefined);
}

const server = createServer((request, response) => {
  handle(request).then(
    (text) => response.end(text),
    (error) => response.writeHead(error instanceof InvalidSignatureError ? 400 : 500).end(),
  );
});
server.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
