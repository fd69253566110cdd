/** Checkout sessions and payment links. */
@NullMarked
package florin.dashboard.checkout;

import org.jspecify.annotations.NullMarked;
