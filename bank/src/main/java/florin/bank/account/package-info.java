/** Bank accounts to which payers send money, and the transfers that they expect. */
@NullMarked
package florin.bank.account;

import org.jspecify.annotations.NullMarked;
