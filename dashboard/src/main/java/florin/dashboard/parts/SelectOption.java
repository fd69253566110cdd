package florin.dashboard.parts;

import java.util.List;
import java.util.function.Function;

/** An option of a form: the submitted value, and its label. */
public record SelectOption(String value, String words) {
  public static <T extends Enum<T>> List<SelectOption> of(
      List<T> values, Function<T, String> text) {
    return values.stream()
        .map(value -> new SelectOption(text.apply(value), CodeText.of(value)))
        .toList();
  }
}
