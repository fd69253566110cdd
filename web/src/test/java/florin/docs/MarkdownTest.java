package florin.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class MarkdownTest {
  private final Markdown markdown = new Markdown(UnaryOperator.identity());

  @Test
  void html_in_a_text_is_shown_and_not_heeded() {
    assertThat(markdown.html("a <script>alert(1)</script> & <b>b</b>\n\n<div onclick=x>"))
        .doesNotContain("<script", "<b>", "<div")
        .contains("&lt;script&gt;", "&amp;");
  }

  @Test
  void a_link_leads_by_http_or_within_the_page() {
    assertThat(markdown.html("[a](javascript:alert(1)) [b](data:text/html,x)"))
        .doesNotContain("javascript", "data:");
    assertThat(markdown.html("[a](https://example.com) [b](#b)"))
        .contains("href=\"https://example.com\"", "href=\"#b\"");
  }

  @Test
  void a_table_can_be_scrolled_by_keys() {
    assertThat(markdown.html("| a | b |\n|---|---|\n| `1` | 2 |"))
        .startsWith("<div class=\"table\" role=\"region\"")
        .contains("tabindex=\"0\"", "<td><code>1</code></td>");
  }

  @Test
  void a_text_is_cut_at_its_headings() {
    var parts = markdown.parts("before\n\n## One thing (1)\n\nfirst\n\n### below\n\n## Two\n", 2);
    assertThat(parts.stream().map(Markdown.Passage::slug))
        .containsExactly("", "one-thing-1", "two");
    assertThat(parts.get(1).html()).contains("first", "<h3>below</h3>");
    assertThat(parts.get(0).html()).contains("before").doesNotContain("first");
  }

  @Test
  void a_diagram_is_drawn_with_every_node_and_every_arrow() {
    String states =
        markdown.html(
            """
            ```mermaid
            stateDiagram-v2
                [*] --> processing: create
                processing --> succeeded: approved, or paid
                succeeded --> [*]
            ```
            """);
    assertThat(states)
        .contains("<svg role=\"img\"", "start to processing: create", "approved, or paid</text>")
        .doesNotContain("mermaid", "--&gt;", "<pre");
    assertThat(states.split("class=\"head\"")).hasSize(3);
    assertThat(states.split("class=\"node")).hasSize(4);
    String flow =
        markdown.html(
            """
            ```mermaid
            flowchart TD
                bank[Your bank] -->|"a <statement>"| recon{Reconciliation}
                recon --> payment
            ```
            """);
    assertThat(flow)
        .contains("Your bank</text>", "Reconciliation to payment", "a &lt;statement&gt;</text>");
  }

  @Test
  void a_heading_has_the_same_anchor_as_on_github() {
    var article =
        markdown.article("# Title\n\n## Rate limits (429)\n\n## `a_b` & c\n\n## `a_b` & c\n");
    assertThat(article.anchors())
        .extracting(anchor -> anchor.id())
        .containsExactly("rate-limits-429", "a_b--c", "a_b--c-1");
    assertThat(article.title()).isEqualTo("Title");
  }
}
