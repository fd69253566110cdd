package florin.idempotency;

import florin.idempotency.Idempotency.AnswerCopy;
import java.util.Optional;
import java.util.function.Function;

/**
 * What a use case gives whoever asked: the object that it is about, or, where the idempotency key
 * was used before, what was answered then. Whoever asks over HTTP is given the bytes of then; a
 * caller within Florin goes by the object, and needs to know of a replay only to tell whether it
 * was refused then.
 */
public sealed interface Result<T> {
  /** It was done just now. */
  record Now<T>(T value) implements Result<T> {}

  /**
   * It had been asked for before, under the same key.
   *
   * @param object as it is now; empty where it may be gone since, as what can be deleted
   */
  record Again<T>(Optional<T> object, AnswerCopy answer) implements Result<T> {}

  static <T> Result<T> now(T value) {
    return new Now<>(value);
  }

  static <T> Result<T> again(T value, AnswerCopy answer) {
    return new Again<>(Optional.of(value), answer);
  }

  /** Of an object that may be gone. */
  static <T> Result<T> again(AnswerCopy answer) {
    return new Again<>(Optional.empty(), answer);
  }

  /** The object as it is now. There is one wherever no key was used. */
  default T value() {
    return switch (this) {
      case Now<T>(T value) -> value;
      case Again<T>(Optional<T> object, _) ->
          object.orElseThrow(() -> new IllegalStateException("a replay without its object"));
    };
  }

  /** The same of what the object is to whoever asked. */
  default <R> Result<R> map(Function<T, R> seen) {
    return narrow(value -> Optional.of(seen.apply(value)));
  }

  /** The same of a part of the object, which only a replay's may lack. */
  default <R> Result<R> narrow(Function<T, Optional<R>> part) {
    return switch (this) {
      case Now<T>(T value) -> new Now<>(part.apply(value).orElseThrow());
      case Again<T>(Optional<T> object, AnswerCopy answer) ->
          new Again<>(object.flatMap(part), answer);
    };
  }

  /** Whether it is a replay, and what was answered then was no success. */
  default boolean wasRefused() {
    return replay().filter(answer -> answer.status() != AnswerCopy.OK).isPresent();
  }

  /** Empty when it was done just now. */
  default Optional<AnswerCopy> replay() {
    return switch (this) {
      case Now<T> _ -> Optional.empty();
      case Again<T>(_, AnswerCopy answer) -> Optional.of(answer);
    };
  }
}
