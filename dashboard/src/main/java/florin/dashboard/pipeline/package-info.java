/** The steps of every request, from the session to the rendered page, and the layout around it. */
@NullMarked
package florin.dashboard.pipeline;

import org.jspecify.annotations.NullMarked;
