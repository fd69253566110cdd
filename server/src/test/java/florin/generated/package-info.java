/** Tests of the clients that generators produce from the OpenAPI document. */
@NullMarked
package florin.generated;

import org.jspecify.annotations.NullMarked;
