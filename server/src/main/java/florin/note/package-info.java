/**
 * Notes: what the people of an account write down about a payment or a customer, for each other.
 * They stand in the dashboard alone: no answer of the interface shows them, and no event tells of
 * them.
 */
@org.jspecify.annotations.NullMarked
package florin.note;
