/** JMH benchmarks of the hot parts of a payment, without a network and a database. */
@org.jspecify.annotations.NullMarked
package florin.bench.micro;
