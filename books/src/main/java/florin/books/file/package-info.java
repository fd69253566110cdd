/** Settlement files: pure readers of what providers report as CSV. */
@NullMarked
package florin.books.file;

import org.jspecify.annotations.NullMarked;
