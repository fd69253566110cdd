package florin.docs;

import florin.docs.Markdown.Plain;
import florin.docs.OperationText.Language;
import florin.docs.Section.Subsection;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A page of the API reference: the introduction, or the operations and objects of one tag.
 *
 * @param sections of the introduction; one of a tag
 */
public record ApiPage(String title, String address, List<Section> sections) {
  public ApiPage {
    sections = List.copyOf(sections);
  }

  static List<ApiPage> all(Reference reference) {
    var pages = new ArrayList<ApiPage>();
    pages.add(new ApiPage("API overview", DocsTree.API, reference.introduction()));
    for (Section tag : reference.resources()) {
      pages.add(new ApiPage(tag.title(), DocsTree.API + "/" + tag.id(), List.of(tag)));
    }
    return pages;
  }

  /** Returns whether it is the page of a tag. */
  public boolean isOfTag() {
    return !address.equals(DocsTree.API);
  }

  /** Returns the languages of the examples. */
  List<Language> languages() {
    return CodeSamples.languages(
        sections.stream()
            .map(section ->
                section.operations().isEmpty()
                    ? section.words()
                        + section.parts().stream()
                            .map(Subsection::words)
                            .collect(Collectors.joining())
                    : CodeSamples.PANEL)
            .collect(Collectors.joining()));
  }

  /** Returns every anchor with the title of its heading. */
  Map<String, String> anchors() {
    var anchors = new LinkedHashMap<String, String>();
    for (Section section : sections) {
      anchors.put(section.id(), section.title());
      section.parts().forEach(part -> anchors.put(part.id(), part.title()));
      section
          .operations()
          .forEach(operation -> {
            anchors.put(operation.id(), operation.title());
            operation.twins().forEach(twin -> anchors.put(twin.id(), operation.title()));
          });
      section.things().forEach(thing -> anchors.put(thing.id(), thing.title()));
    }
    return anchors;
  }

  List<Plain> passages() {
    var passages = new ArrayList<Plain>();
    for (Section section : sections) {
      passages.add(
          new Plain(isOfTag() ? "" : section.id(), section.title(), plain(section.words())));
      section
          .parts()
          .forEach(part -> passages.add(new Plain(part.id(), part.title(), plain(part.words()))));
      section.operations().forEach(operation -> passages.add(passage(operation)));
      section
          .things()
          .forEach(thing ->
              passages.add(
                  new Plain(
                      thing.id(),
                      thing.title(),
                      plain(thing.words())
                          + " "
                          + names(thing.fields())
                          + " "
                          + String.join(" ", thing.values()))));
    }
    return passages;
  }

  private static Plain passage(OperationText operation) {
    String parameters =
        operation.parameters().stream()
            .map(group -> names(group.fields()))
            .collect(Collectors.joining(" "));
    return new Plain(
        operation.id(),
        operation.title(),
        String.join(
            " ",
            operation.id(),
            operation.call().method(),
            operation.call().path(),
            plain(operation.words()),
            parameters));
  }

  private static String names(List<FieldText> fields) {
    return fields.stream()
        .map(field -> (field.name() + " " + names(field.fields())).strip())
        .collect(Collectors.joining(" "));
  }

  private static String plain(String html) {
    return html.replaceAll("<[^>]*>", "")
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"")
        .replace("&amp;", "&")
        .replaceAll("\\s+", " ")
        .strip();
  }
}
