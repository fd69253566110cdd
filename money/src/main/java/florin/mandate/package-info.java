/** Mandates: the payers' consents to later charges, and their revocation. */
@org.jspecify.annotations.NullMarked
package florin.mandate;
