package florin.docs;

import java.util.List;

/**
 * A heading of the page with its content.
 *
 * @param words the text of the section as HTML
 * @param parts the sections one level lower, for example of a guide
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

  /** Returns a section that has text only. */
  static Section text(String id, String title, String words, List<Subsection> parts) {
    return new Section(id, title, words, parts, List.of(), List.of());
  }

  /**
   * A part of a section.
   *
   * @param words as HTML
   */
  public record Subsection(String id, String title, String words) {}

  /**
   * An object or an enumeration of the API.
   *
   * @param id the name of its schema
   * @param values of an enumeration
   * @param sample as HTML; empty for an enumeration
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
