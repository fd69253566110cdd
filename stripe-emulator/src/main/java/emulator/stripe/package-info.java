/**
 * An emulator of the part of Stripe that a hosted checkout needs: the API over real HTTP, payers,
 * webhooks, and a ledger. Tests compare a client's records with the ledger. The emulator is written
 * from Stripe's documentation and shares no code or package name with the service.
 *
 * <p>The `README.md` of this module lists the parts of Stripe that it omits or simplifies.
 */
@org.jspecify.annotations.NullMarked
package emulator.stripe;
