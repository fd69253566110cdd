import { StillOpenError } from "./errors.js";
import { Resources } from "./resources.js";
import { sleep, type Settings, Transport } from "./transport.js";
import type { Payment, Refund, Setup } from "./types.js";

export * from "./errors.js";
export { EventStream, Page, type FileBody, type Options, type Settings } from "./transport.js";
export type * from "./types.js";
export { Webhooks } from "./webhooks.js";

const FIRST_POLL = 250;
const LONGEST_POLL = 5_000;

/**
 * A client for Florin. Create one, and keep it:
 *
 *     const florin = new Florin({ baseUrl: "https://pay.example.com", apiKey: process.env.FLORIN_SECRET_KEY });
 */
export class Florin extends Resources {
  constructor(settings: Settings) {
    super(new Transport(settings));
  }

  /**
   * Retrieves a payment or setup until it is no longer `processing`, or a refund until it is no
   * longer `pending`. A payment can then still wait for the payer or for a capture. A refund of a
   * bank transfer takes days: listen to its events instead.
   *
   * @param within milliseconds
   * @throws StillOpenError if the outcome is open after this time; that is not a failure
   */
  async awaitOutcome<T extends Payment | Refund | Setup>(object: T, within: number): Promise<T> {
    const open = object.object === "refund" ? "pending" : "processing";
    const deadline = Date.now() + within;
    let now: T = object;
    for (let pause = FIRST_POLL; now.status === open; pause = Math.min(pause * 2, LONGEST_POLL)) {
      if (Date.now() + pause > deadline) {
        throw new StillOpenError("The outcome is not known yet. Wait for the event.");
      }
      await sleep(pause);
      now = (await this.retrieve(now)) as T;
    }
    return now;
  }

  private retrieve(object: Payment | Refund | Setup): Promise<Payment | Refund | Setup> {
    switch (object.object) {
      case "payment":
        return this.payments.retrieve(object.id);
      case "refund":
        return this.refunds.retrieve(object.id);
      case "setup":
        return this.setups.retrieve(object.id);
    }
  }
}
