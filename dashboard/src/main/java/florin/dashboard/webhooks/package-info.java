/** Events, webhook endpoints, and deliveries. */
@NullMarked
package florin.dashboard.webhooks;

import org.jspecify.annotations.NullMarked;
