/** The brake on card testing: it counts cards from browsers, and slows or stops their source. */
@org.jspecify.annotations.NullMarked
package florin.brake;
