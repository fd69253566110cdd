/** Team members, their roles, and the audit log. */
@NullMarked
package florin.dashboard.people;

import org.jspecify.annotations.NullMarked;
