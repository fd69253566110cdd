package florin.docs;

import java.util.List;

/**
 * A heading of the page, what it says and what it holds.
 *
 * @param words as HTML
 * @param parts smaller headings, for example of a guide
 */
public record Section(
    String id,
    String title,
    String words,
    List<Subsection> parts,
    List<OperationText> operations,
    List<Definition> things) {
  public Section {
    parts = List.copyOf(parts);
    operations = List.copyOf(operations);
    things = List.copyOf(things);
  }

  /** One that is only read. */
  static Section text(String id, String title, String words, List<Subsection> parts) {
    return new Section(id, title, words, parts, List.of(), List.of());
  }

  /** Whether the navigation unfolds it. */
  public boolean isFolder() {
    return !parts.isEmpty() || !operations.isEmpty() || !things.isEmpty();
  }

  /**
   * @param words as HTML
   */
  public record Subsection(String id, String title, String words) {}

  /**
   * An object or an enumeration of the contract.
   *
   * @param id the name of its schema
   * @param values of an enumeration
   * @param sample as HTML; empty of an enumeration
   */
  public record Definition(
      String id,
      String title,
      String words,
      List<FieldText> fields,
      List<String> values,
      String sample) {
    public Definition {
      fields = List.copyOf(fields);
      values = List.copyOf(values);
    }
  }
}
