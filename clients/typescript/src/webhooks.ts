import { InvalidSignatureError, UnreadableError } from "./errors.js";
import type { Event } from "./types.js";

const MAX_BODY = 1 << 20;
const MAX_HEADER = 4096;

/** Verifies the signatures of webhooks, and reads their events. */
export class Webhooks {
  readonly #secrets: string[];

  /**
   * @param secrets the secret, or several: during a rotation, there are two
   * @param tolerance the greatest difference between the time of the signature and the clock, in seconds
   */
  constructor(
    secrets: string | string[],
    private readonly tolerance = 300,
    private readonly now: () => number = Date.now,
  ) {
    this.#secrets = typeof secrets === "string" ? [secrets] : secrets;
    if (this.#secrets.length === 0 || this.#secrets.some((secret) => !secret)) {
      throw new TypeError("Webhooks need a secret that is not empty.");
    }
  }

  /**
   * Returns the event of a webhook.
   *
   * @param body the raw body, as it arrived
   * @param signature the header `service-signature`
   * @throws InvalidSignatureError if Florin did not send this body now
   */
  async event(body: Uint8Array | string, signature: string | null | undefined): Promise<Event> {
    const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
    if (bytes.length > MAX_BODY) {
      throw new UnreadableError("The body of the webhook has more than 1 MiB.");
    }
    if (!signature || signature.length > MAX_HEADER) {
      throw new InvalidSignatureError("The header service-signature is missing or too long.");
    }
    const parts = signature.split(",");
    const time = parts.filter((part) => part.startsWith("t=")).at(-1)?.slice(2) ?? "";
    if (!/^\d{1,12}$/.test(time)) {
      throw new InvalidSignatureError("The header service-signature has no time.");
    }
    const given = parts.filter((part) => /^v1=[0-9a-f]{64}$/.test(part)).map((part) => fromHex(part));
    if (!(await this.matches(bytes, time, given))) {
      throw new InvalidSignatureError("No signature matches. Pass the raw body and the right secret.");
    }
    if (Math.abs(Math.floor(this.now() / 1000) - Number(time)) > this.tolerance) {
      throw new InvalidSignatureError("The signature is too old, or this server's clock is wrong.");
    }
    try {
      return JSON.parse(new TextDecoder().decode(bytes)) as Event;
    } catch {
      throw new UnreadableError("The body of the webhook is not JSON.");
    }
  }

  /** Web Crypto compares in constant time. */
  private async matches(body: Uint8Array, time: string, given: Uint8Array[]): Promise<boolean> {
    const prefix = new TextEncoder().encode(`${time}.`);
    const signed = new Uint8Array(prefix.length + body.length);
    signed.set(prefix);
    signed.set(body, prefix.length);
    let found = false;
    for (const secret of this.#secrets) {
      const key = await crypto.subtle.importKey(
        "raw",
        new TextEncoder().encode(secret),
        { name: "HMAC", hash: "SHA-256" },
        false,
        ["verify"],
      );
      for (const each of given) {
        found = (await crypto.subtle.verify("HMAC", key, each as BufferSource, signed)) || found;
      }
    }
    return found;
  }
}

function fromHex(part: string): Uint8Array {
  return Uint8Array.from(part.slice(3).match(/../g)!, (pair) => parseInt(pair, 16));
}
