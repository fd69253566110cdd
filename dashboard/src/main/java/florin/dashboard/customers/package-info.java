/** Customers, their payment methods and their payments. */
@NullMarked
package florin.dashboard.customers;

import org.jspecify.annotations.NullMarked;
