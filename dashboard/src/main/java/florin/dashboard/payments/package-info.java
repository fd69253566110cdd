/** Payments and refunds, and the actions on them. */
@NullMarked
package florin.dashboard.payments;

import org.jspecify.annotations.NullMarked;
