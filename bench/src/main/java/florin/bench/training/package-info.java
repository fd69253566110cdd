/** The training run of each build, which writes the AOT cache for the service's start. */
@org.jspecify.annotations.NullMarked
package florin.bench.training;
