package florin.docs;

import java.util.List;
import java.util.Optional;

/**
 * A parameter or a field as the page shows it.
 *
 * @param type for example `array of objects`
 * @param words the description as HTML; empty without one
 * @param object the object of the page that the field, or each of its entries, refers to
 * @param fields of an object without a section of its own
 */
public record FieldText(
    String name,
    String type,
    boolean required,
    String words,
    ValueSpace limits,
    Optional<Link> object,
    List<FieldText> fields) {
  public FieldText {
    fields = List.copyOf(fields);
  }

  /**
   * The permitted values.
   *
   * @param bounds for example `1 to 22 characters`
   * @param pattern a regular expression; empty if there is none, or if it is too long to read
   * @param values all values, if there are few
   * @param example empty without an example
   */
  public record ValueSpace(
      List<String> bounds, String pattern, List<String> values, String example) {
    public ValueSpace {
      bounds = List.copyOf(bounds);
      values = List.copyOf(values);
    }

    public boolean isEmpty() {
      return bounds.isEmpty() && pattern.isEmpty() && values.isEmpty() && example.isEmpty();
    }
  }

  /**
   * A link to a section of the page.
   *
   * @param id without `#`
   */
  public record Link(String id, String title) {}
}
