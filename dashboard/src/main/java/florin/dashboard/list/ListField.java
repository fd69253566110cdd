package florin.dashboard.list;

import florin.core.Id;
import florin.dashboard.parts.CodeText;
import florin.dashboard.parts.SelectOption;
import florin.http.Format;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;

/**
 * A field of a filter.
 *
 * @param name in the address
 * @param words returns the words of a valid text, for the chip
 */
public record ListField<T>(
    String name, String label, Format<T> format, Function<String, String> words, Control control) {
  /**
   * How the value is chosen.
   *
   * @param nothing the label of no choice; empty for a text field
   * @param options of the choice
   * @param most characters of the text
   */
  public record Control(
      String nothing, List<SelectOption> options, String placeholder, String hint, int most) {
    public Control {
      options = List.copyOf(options);
    }

    public boolean isChoice() {
      return !nothing.isEmpty();
    }
  }

  /** Returns a choice of some values, whose texts are codes. */
  public static <T> ListField<T> choice(
      String name, String label, String nothing, List<T> values, Function<T, String> text) {
    return choice(name, label, nothing, values, text, CodeText::of);
  }

  /**
   * Returns a choice of some values.
   *
   * @param words returns the label of a text
   */
  public static <T> ListField<T> choice(
      String name,
      String label,
      String nothing,
      List<T> values,
      Function<T, String> text,
      Function<String, String> words) {
    return choice(
        name,
        label,
        nothing,
        values.stream()
            .map(text)
            .map(value -> new SelectOption(value, words.apply(value)))
            .toList(),
        Format.choice(values, text),
        words);
  }

  public static <T> ListField<T> choice(
      String name,
      String label,
      String nothing,
      List<SelectOption> options,
      Format<T> format,
      Function<String, String> words) {
    return new ListField<>(name, label, format, words, new Control(nothing, options, "", "", 0));
  }

  public static <T> ListField<T> text(
      String name, String label, Format<T> format, String placeholder, String hint, int most) {
    return new ListField<>(
        name,
        label,
        format,
        ListForm::shortened,
        new Control("", List.of(), placeholder, hint, most));
  }

  /**
   * Returns a field for an id.
   *
   * @param owner in the error: "a payment's"
   */
  public static <T extends Id> ListField<T> id(
      String name, String label, Id.Kind<T> kind, String owner, String hint) {
    return text(
        name,
        label,
        Format.text(
            "must be " + owner + " ID, such as " + kind.prefix() + "_01h455vb4pex5vsknk084sn02q",
            kind.of().apply(new UUID(0, 0)),
            kind::parse),
        kind.prefix() + "_…",
        hint,
        40);
  }

  /** Returns the filter with this field alone, and with its label. */
  public ListFilter alone() {
    return alone(label);
  }

  /** Returns the filter with this field alone. */
  public ListFilter alone(String chip) {
    return new ListFilter(name, chip, List.of(this));
  }

  /** Returns this field with other options. */
  ListField<T> offering(List<SelectOption> options) {
    return new ListField<>(
        name,
        label,
        format,
        words,
        new Control(control.nothing, options, control.placeholder, control.hint, control.most));
  }

  /** Returns this field with a hint. */
  public ListField<T> hinting(String hint) {
    return new ListField<>(
        name,
        label,
        format,
        words,
        new Control(control.nothing, control.options, control.placeholder, hint, control.most));
  }

  /** Returns this field with other words for the chip. */
  public ListField<T> saying(Function<String, String> other) {
    return new ListField<>(name, label, format, other, control);
  }
}
