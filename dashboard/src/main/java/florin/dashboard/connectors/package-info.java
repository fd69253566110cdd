/** The connections to providers. */
@NullMarked
package florin.dashboard.connectors;

import org.jspecify.annotations.NullMarked;
