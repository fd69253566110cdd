/** The home page, the first steps, the search, and the style guide for developers. */
@NullMarked
package florin.dashboard.home;

import org.jspecify.annotations.NullMarked;
