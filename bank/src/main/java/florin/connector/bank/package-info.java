/** Bank transfers. Florin calls no network; the payer's bank sends the money. */
@NullMarked
package florin.connector.bank;

import org.jspecify.annotations.NullMarked;
