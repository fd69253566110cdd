/**
 * A stand-in for the part of Stripe that a hosted checkout needs: its API over real HTTP, its
 * payers, its webhooks, and a book of what it has done with anybody's money, which is what a client
 * is held against. Written from Stripe's documentation, and from nothing of Florin's: it shares
 * neither code nor a package's name with the service.
 *
 * <p>What Stripe does and is not said there, and what the double does another way, stands in
 * `README.md` of this module.
 */
@org.jspecify.annotations.NullMarked
package emulator.stripe;
