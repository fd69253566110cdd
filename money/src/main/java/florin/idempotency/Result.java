package florin.idempotency;

import florin.idempotency.Idempotency.AnswerCopy;
import java.util.Optional;
import java.util.function.Function;

/**
 * The result of a use case: the object that it concerns, or, if the idempotency key was used
 * before, the earlier response. An HTTP caller receives the earlier bytes. A caller within Florin
 * uses the object, and checks for a replay only to find out whether the earlier request was
 * rejected.
 */
public sealed interface Result<T> {
  /** The operation was carried out now. */
  record Now<T>(T value) implements Result<T> {}

  /**
   * The operation was requested before under the same key.
   *
   * @param object the object as it is now; empty if it may have been deleted
   */
  record Again<T>(Optional<T> object, AnswerCopy answer) implements Result<T> {}

  static <T> Result<T> now(T value) {
    return new Now<>(value);
  }

  static <T> Result<T> again(T value, AnswerCopy answer) {
    return new Again<>(Optional.of(value), answer);
  }

  /** Returns a replay for an object that may have been deleted. */
  static <T> Result<T> again(AnswerCopy answer) {
    return new Again<>(Optional.empty(), answer);
  }

  /** Returns the current object. It is always present if no key was used. */
  default T value() {
    return switch (this) {
      case Now<T>(T value) -> value;
      case Again<T>(Optional<T> object, _) ->
          object.orElseThrow(() -> new IllegalStateException("a replay without its object"));
    };
  }

  /** Returns the result with a part of the object, which may be missing only in a replay. */
  default <R> Result<R> narrow(Function<T, Optional<R>> part) {
    return switch (this) {
      case Now<T>(T value) -> new Now<>(part.apply(value).orElseThrow());
      case Again<T>(Optional<T> object, AnswerCopy answer) ->
          new Again<>(object.flatMap(part), answer);
    };
  }

  /** Returns whether it is a replay of a request that did not succeed. */
  default boolean wasRefused() {
    return replay().filter(answer -> answer.status() != AnswerCopy.OK).isPresent();
  }

  /** Returns the earlier response; empty if the operation was carried out now. */
  default Optional<AnswerCopy> replay() {
    return switch (this) {
      case Now<T> _ -> Optional.empty();
      case Again<T>(_, AnswerCopy answer) -> Optional.of(answer);
    };
  }
}
