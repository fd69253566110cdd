/** Lists: their columns and filters, saved views, exports, and the notification of new rows. */
@NullMarked
package florin.dashboard.list;

import org.jspecify.annotations.NullMarked;
