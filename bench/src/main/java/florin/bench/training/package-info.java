/** The life from which the JVM learns, once for each build, what a start of the service needs. */
@org.jspecify.annotations.NullMarked
package florin.bench.training;
