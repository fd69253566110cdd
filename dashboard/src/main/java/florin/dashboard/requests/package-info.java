/** The log of API requests. */
@NullMarked
package florin.dashboard.requests;

import org.jspecify.annotations.NullMarked;
