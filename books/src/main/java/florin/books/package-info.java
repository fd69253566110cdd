/**
 * The books: every movement of money as a double entry (docs/decisions/050).
 *
 * <p>{@link florin.books.Chart} has the accounts. {@link florin.books.Movements} derives the
 * transfers of an object from rows that don't change: one query, with three uses. {@link
 * florin.books.LedgerProjection} posts the transfers of the objects that events name, {@link
 * florin.books.BacklogStore} those of objects from before the ledger, and {@link
 * florin.books.VerificationStore} compares all of them with the ledger.
 */
@org.jspecify.annotations.NullMarked
package florin.books;
