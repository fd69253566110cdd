/**
 * What `./florin doctor` looks at: all that an operator can mend, whether the service runs or not.
 */
@org.jspecify.annotations.NullMarked
package florin.doctor;
