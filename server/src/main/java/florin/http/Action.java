package florin.http;

/**
 * What an endpoint does. It runs on a virtual thread, may block, and refuses by throwing a {@link
 * florin.core.Refusal}.
 */
@FunctionalInterface
public interface Action {
  Answer answer(Exchange exchange);
}
