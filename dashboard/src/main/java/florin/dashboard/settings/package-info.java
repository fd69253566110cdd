/** The settings of the account, its API keys, and the preferences of the user. */
@NullMarked
package florin.dashboard.settings;

import org.jspecify.annotations.NullMarked;
