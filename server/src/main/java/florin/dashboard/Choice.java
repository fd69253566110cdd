package florin.dashboard;

import java.util.List;
import java.util.function.Function;

/** What can be chosen in a form: the value that is sent, and the words that are shown. */
public record Choice(String value, String words) {
  static <T extends Enum<T>> List<Choice> of(List<T> values, Function<T, String> text) {
    return values.stream().map(value -> new Choice(text.apply(value), CodeText.of(value))).toList();
  }
}
