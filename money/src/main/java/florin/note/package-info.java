/**
 * Notes that the members of an account write about a payment or a customer, for each other. Only
 * the dashboard shows them: no API response and no event includes them.
 */
@org.jspecify.annotations.NullMarked
package florin.note;
