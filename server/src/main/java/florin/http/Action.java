package florin.http;

/**
 * The handler of an endpoint. It runs on a virtual thread, may block, and rejects a request by
 * throwing a {@link florin.core.Refusal}.
 */
@FunctionalInterface
public interface Action {
  Answer answer(Exchange exchange);
}
