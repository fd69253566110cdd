package florin.core;

import java.util.Optional;

/** One optional field in a request to change an object. */
public sealed interface Field<T> {
  /** The request does not name the field. */
  record Keep<T>() implements Field<T> {}

  /** The field is `null` or `""` in the request. */
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
