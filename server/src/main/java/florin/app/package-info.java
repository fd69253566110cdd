/** All parts put together: the service, and what commands need of it. */
@org.jspecify.annotations.NullMarked
package florin.app;
