/** What the fuzzer reaches of this package, which shows it to nobody else. */
@org.jspecify.annotations.NullMarked
package florin.connector.stripe;
