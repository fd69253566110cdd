package florin.testing;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Frame;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.ScreenshotCaret;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Checks pages for accessibility violations with axe-core. In the drills it checks both color
 * schemes. Otherwise, it checks only contrast, on the largest generated pages, with one element of
 * each style.
 */
public final class Axe {
  private static final String AXE = Resources.text("/axe.min.js");

  private static final String RUN = Resources.text("axe.js");

  /** The folder for screenshots of every checked page, for a manual review. */
  private static final Optional<Path> PICTURES =
      Optional.ofNullable(System.getProperty("browser.pictures")).map(Path::of);

  private static final List<ColorScheme> SCHEMES =
      Drills.areAsked() ? List.of(ColorScheme.DARK, ColorScheme.LIGHT) : List.of(ColorScheme.LIGHT);

  private Axe() {}

  /** Asserts that axe-core finds no serious or critical violation. */
  public static void look(Tab tab) {
    Page page = tab.page();
    if (!(Boolean) page.evaluate("'axe' in window")) {
      page.evaluate(AXE);
    }
    // Screen readers announce the same in both schemes: the second scheme is checked for contrast
    // only.
    for (ColorScheme scheme : SCHEMES) {
      page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(scheme));
      PICTURES.ifPresent(folder -> takePicture(folder, page, scheme));
      var how =
          Map.of("coloursOnly", scheme == ColorScheme.DARK, "everyElement", Drills.areAsked());
      assertThat((List<?>) page.evaluate(RUN, how))
          .as(
              "accessibility violations on %s at %s px, %s",
              page.url(), page.viewportSize().width, scheme)
          .isEmpty();
    }
    tab.check();
  }

  /** Asserts the same about one frame, in the color scheme that it has. */
  public static void look(Frame frame) {
    frame.evaluate(AXE);
    assertThat((List<?>) frame.evaluate(RUN, Map.of("coloursOnly", false, "everyElement", true)))
        .as("accessibility violations in %s", frame.url())
        .isEmpty();
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
            // Hiding the caret requires an inline style, which the policy forbids.
            .setCaret(ScreenshotCaret.INITIAL));
  }
}
