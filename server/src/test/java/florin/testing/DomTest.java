package florin.testing;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DomTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "<a href=' java\tscript:alert(1)'>x</a>",
        "<a href='//example.com'>x</a>",
        "<form action='/\\example.com'></form>",
        "<p onclick='x()'>x</p>",
        "<p style='color: red'>x</p>",
        "<iframe src='/dashboard/other'></iframe>",
        "<script src='/other.js'></script>",
        "<script>x()</script>",
      })
  void code_and_other_hosts_are_harmful(String html) {
    assertThatThrownBy(Dom.of(html)::assertHarmless).isInstanceOf(AssertionError.class);
  }

  @Test
  void a_page_of_the_dashboard_is_harmless() {
    Dom.of(
            "<head><link rel=icon href='data:image/svg+xml,x'><script src='/dashboard/assets/x.js'></script></head>"
                + "<a href='/dashboard/payments?a=1' title='javascript:x'>onclick</a>")
        .assertHarmless();
  }

  @Test
  void pages_are_alike_if_only_text_and_numbers_differ() {
    Dom page = Dom.of("<p id=a1 title=x>one</p><p id=a1 title=x>two</p>");
    assertThatCode(() ->
            page.assertLike(
                Dom.of("<p id=a2 title=y>1</p><p id=a3 title=z>2</p>").skeleton(), "page"))
        .doesNotThrowAnyException();
    assertThatThrownBy(() -> page.assertLike(Dom.of("<p id=a2 title=y>one</p>").skeleton(), "page"))
        .hasMessageContaining("additional elements");
    assertThatThrownBy(() -> Dom.of("<p id=a2 title=y>one</p>").assertLike(page.skeleton(), "page"))
        .hasMessageContaining("lacks some elements");
  }
}
