/** The operator's settings: they are read and checked, and errors are explained. */
@org.jspecify.annotations.NullMarked
package florin.config;
