/**
 * Rewrites classes of a service while they are loaded: what a drill needs of one that the product
 * has no hook for. It is loaded into the service's process and needs nothing but the JDK and the
 * service.
 */
@org.jspecify.annotations.NullMarked
package florin.bench.agent;
