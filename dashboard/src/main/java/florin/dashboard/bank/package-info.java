/** Bank accounts, statements, unapplied funds, and payment files. */
@NullMarked
package florin.dashboard.bank;

import org.jspecify.annotations.NullMarked;
