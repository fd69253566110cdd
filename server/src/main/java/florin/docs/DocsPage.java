package florin.docs;

import florin.page.Pages;
import java.net.URI;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * What `/docs` shows.
 *
 * @param base the address of this very service
 */
public record DocsPage(String base, List<Chapter> chapters) {
  /** In the contract and the guides an address on this machine stands for that of the service. */
  private static final String EXAMPLE = "http://127.0.0.1:8080";

  /** In the guides this stands for a key. */
  private static final String KEY = "$FLORIN_TEST_SECRET_KEY";

  public DocsPage {
    chapters = List.copyOf(chapters);
  }

  public record Chapter(String title, List<Section> sections) {
    public Chapter {
      sections = List.copyOf(sections);
    }
  }

  static DocsPage of(Contract contract, URI base) {
    UnaryOperator<String> fill =
        text -> text.replace(EXAMPLE, base.toString()).replace(KEY, "sk_test_…");
    var markdown = new Markdown(fill);
    var samples = new Samples(base.toString(), fill);
    var reference = new Reference(contract, markdown, samples);
    return new DocsPage(
        base.toString(),
        List.of(
            new Chapter("Getting started", reference.introduction()),
            new Chapter("Reference", reference.resources()),
            new Chapter(
                "Guides",
                List.of(
                    guide(markdown, "test-cards", "Test cards", "reference/test-cards.md"),
                    guide(markdown, "receiving-webhooks", "Receiving webhooks", "guides/webhooks.md")))));
  }

  /** A page of `docs/`, under a title of its own. */
  private static Section guide(Markdown markdown, String id, String title, String file) {
    String text = Pages.read(DocsPage.class, file);
    List<Markdown.Passage> parts = markdown.parts(text.substring(text.indexOf('\n')), 2);
    return Section.text(
        id,
        title,
        parts.getFirst().html(),
        parts.stream()
            .skip(1)
            .map(part -> new Section.Subsection(id + "-" + part.slug(), part.title(), part.html()))
            .toList());
  }
}
