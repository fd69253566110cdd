/** The parts that pages are made of: the request and its response, and values as text. */
@NullMarked
package florin.dashboard.parts;

import org.jspecify.annotations.NullMarked;
