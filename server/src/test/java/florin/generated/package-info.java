/** The contract as generators read it. */
@NullMarked
package florin.generated;

import org.jspecify.annotations.NullMarked;
