package florin.docs;

import java.util.List;
import java.util.Optional;

/**
 * A parameter, or a field of an object, as it is shown.
 *
 * @param type for example `array of objects`
 * @param words what its description says, as HTML; empty where there is none
 * @param object the object of the page that it is, or is a list of
 * @param fields of an object that has no place of its own
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
   * What it may be.
   *
   * @param bounds for example `1 to 22 characters`
   * @param pattern a regular expression; empty where there is none to read
   * @param values all that there are, where they are few
   * @param example empty where there is none
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
   * To another place of the page.
   *
   * @param id without `#`
   */
  public record Link(String id, String title) {}
}
