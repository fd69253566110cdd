/** The basic types that all other packages use. It imports no other package of Florin. */
@org.jspecify.annotations.NullMarked
package florin.core;
