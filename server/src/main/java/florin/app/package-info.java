/** The assembled service, and the parts of it that commands need. */
@org.jspecify.annotations.NullMarked
package florin.app;
