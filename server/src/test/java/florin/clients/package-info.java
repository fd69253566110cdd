/** The clients in `clients`: the generator of their types, and tests against the service. */
@NullMarked
package florin.clients;

import org.jspecify.annotations.NullMarked;
