/** The ways into the dashboard: sign-in, links from mails, passwords and second factors. */
@NullMarked
package florin.dashboard.entry;

import org.jspecify.annotations.NullMarked;
