/**
 * An emulator of the part of Mollie that hosted and recurring payments need: the API over real
 * HTTP, payers, webhooks, and a ledger. Tests compare a client's records with the ledger. The
 * emulator is written from Mollie's documentation and shares no code or package name with the
 * service.
 *
 * <p>The `README.md` of this module lists the sources of its behavior, and the assumptions where
 * Mollie's documents leave something open.
 */
@org.jspecify.annotations.NullMarked
package emulator.mollie;
