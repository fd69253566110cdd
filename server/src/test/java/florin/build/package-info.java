/**
 * The command `./florin try`, which compiles the changed sources and runs a few tests. The script
 * compiles {@link florin.build.Try} with the JDK alone, so this package uses no library except in
 * {@link florin.build.Runner}.
 */
@NullMarked
package florin.build;

import org.jspecify.annotations.NullMarked;
