package florin.core;

import java.util.Optional;

/** One optional field in a change of what is there. */
public sealed interface Field<T> {
  /** The request does not name it. */
  record Keep<T>() implements Field<T> {}

  /** The request says `null` or `""`. */
  record Clear<T>() implements Field<T> {}

  record Set<T>(T value) implements Field<T> {}

  default Optional<T> applyTo(Optional<T> before) {
    return switch (this) {
      case Keep<T>() -> before;
      case Clear<T>() -> Optional.empty();
      case Set<T>(T value) -> Optional.of(value);
    };
  }
}
