/** Bank accounts to which payers send money, and the transfers to them that are waited for. */
@NullMarked
package florin.bank.account;

import org.jspecify.annotations.NullMarked;
