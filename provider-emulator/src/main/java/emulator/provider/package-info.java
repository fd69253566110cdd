/**
 * What the emulators of providers share: HTTP, faults, webhooks, idempotent responses, commands
 * over HTTP, and the ledger.
 *
 * <p>These packages must not use code of Florin.
 */
@org.jspecify.annotations.NullMarked
package emulator.provider;
