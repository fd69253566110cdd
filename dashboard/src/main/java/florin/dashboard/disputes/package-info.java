/** The pages of disputes: the list, and a dispute with the facts that decide it. */
@org.jspecify.annotations.NullMarked
package florin.dashboard.disputes;
