package florin.testing;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import java.util.List;

/** Looks for what keeps people from reading or using a page, with axe-core, in both schemes. */
public final class Axe {
  private static final String AXE = Resources.text("/axe.min.js");

  private static final String RUN = Resources.text("axe.js");

  private Axe() {}

  /** Has found nothing that is serious or critical. */
  public static void look(Tab tab) {
    Page page = tab.page();
    if (!(Boolean) page.evaluate("'axe' in window")) {
      page.evaluate(AXE);
    }
    // What is read aloud is the same in the dark: only colours are looked at again.
    for (ColorScheme scheme : List.of(ColorScheme.DARK, ColorScheme.LIGHT)) {
      page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(scheme));
      assertThat((List<?>) page.evaluate(RUN, scheme == ColorScheme.DARK))
          .as("faults of %s at %s px, %s", page.url(), page.viewportSize().width, scheme)
          .isEmpty();
    }
    tab.check();
  }
}
