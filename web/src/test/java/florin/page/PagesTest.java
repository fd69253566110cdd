package florin.page;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PagesTest {
  @Test
  void payers_get_the_values_of_each_scheme_without_a_function_that_older_phones_lack() {
    String tokens =
        """
        :root {
          --text: light-dark(#16181d, #e9ebf0);
          --low: 0 1px light-dark(rgb(18 22 33 / 6%), rgb(0 0 0 / 40%)), 0 0 1px var(--line);
          --s1: 4px;
        }
        """;

    assertThat(Pages.forPayers(tokens))
        .isEqualTo(
            """
            :root {
              --text: #16181d;
              --low: 0 1px rgb(18 22 33 / 6%), 0 0 1px var(--line);
              --s1: 4px;
            }

            @media (prefers-color-scheme: dark) {
            :root {
              --text: #e9ebf0;
              --low: 0 1px rgb(0 0 0 / 40%), 0 0 1px var(--line);
            }
            }
            """);
    assertThat(Pages.forPayers(Pages.base())).doesNotContain("light-dark");
  }
}
