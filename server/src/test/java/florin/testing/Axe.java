package florin.testing;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.ScreenshotCaret;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Looks for what keeps people from reading or using a page, with axe-core; in the drills in both
 * schemes. Outside the drills it checks the contrast on the largest pages, which are generated,
 * with one element of each style.
 */
public final class Axe {
  private static final String AXE = Resources.text("/axe.min.js");

  private static final String RUN = Resources.text("axe.js");

  /** For people to look at what was looked at: a folder that gets a picture of it all. */
  private static final Optional<Path> PICTURES =
      Optional.ofNullable(System.getProperty("browser.pictures")).map(Path::of);

  private static final List<ColorScheme> SCHEMES =
      Drills.areAsked() ? List.of(ColorScheme.DARK, ColorScheme.LIGHT) : List.of(ColorScheme.LIGHT);

  private Axe() {}

  /** Has found nothing that is serious or critical. */
  public static void look(Tab tab) {
    Page page = tab.page();
    if (!(Boolean) page.evaluate("'axe' in window")) {
      page.evaluate(AXE);
    }
    // What is read aloud is the same in the dark: only colours are looked at again.
    for (ColorScheme scheme : SCHEMES) {
      page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(scheme));
      PICTURES.ifPresent(folder -> takePicture(folder, page, scheme));
      var how =
          Map.of("coloursOnly", scheme == ColorScheme.DARK, "everyElement", Drills.areAsked());
      assertThat((List<?>) page.evaluate(RUN, how))
          .as("faults of %s at %s px, %s", page.url(), page.viewportSize().width, scheme)
          .isEmpty();
    }
    tab.check();
  }

  private static void takePicture(Path folder, Page page, ColorScheme scheme) {
    String name =
        "%s-%d-%s.png"
            .formatted(
                URI.create(page.url()).getPath().replaceAll("[^a-z_-]+", "-"),
                page.viewportSize().width,
                scheme);
    page.screenshot(
        new Page.ScreenshotOptions()
            .setPath(folder.resolve(System.nanoTime() + name))
            .setFullPage(true)
            // Hiding it would take an inline style.
            .setCaret(ScreenshotCaret.INITIAL));
  }
}
