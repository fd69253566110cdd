/** Gives the fuzzer access to package-private code of this package. */
@org.jspecify.annotations.NullMarked
package florin.http;
