/** Fee contracts: what connectors charge for payments, and the fee that follows from them. */
@NullMarked
package florin.books.fee;

import org.jspecify.annotations.NullMarked;
