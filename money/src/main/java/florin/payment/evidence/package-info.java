/** The evidence with which a merchant responds to a dispute: a draft, its files, and its limits. */
@org.jspecify.annotations.NullMarked
package florin.payment.evidence;
