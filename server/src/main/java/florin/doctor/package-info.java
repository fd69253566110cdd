/**
 * The checks of `./florin doctor`: everything that an operator can fix, whether the service runs or
 * not.
 */
@org.jspecify.annotations.NullMarked
package florin.doctor;
