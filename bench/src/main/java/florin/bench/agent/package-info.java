/**
 * Rewrites classes of a service while they are loaded, for drills that need changes without a hook
 * in the product. The agent runs in the service's process and depends only on the JDK and the
 * service.
 */
@org.jspecify.annotations.NullMarked
package florin.bench.agent;
