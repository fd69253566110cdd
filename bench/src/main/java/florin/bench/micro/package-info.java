/** What the hot parts of a payment take by themselves, by JMH: no network, no database. */
@org.jspecify.annotations.NullMarked
package florin.bench.micro;
