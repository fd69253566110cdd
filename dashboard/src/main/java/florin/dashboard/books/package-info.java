/** The pages about the balance and payouts. */
@org.jspecify.annotations.NullMarked
package florin.dashboard.books;
