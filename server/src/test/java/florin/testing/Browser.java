package florin.testing;

import com.microsoft.playwright.Browser.NewContextOptions;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.ReducedMotion;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * A headless Chromium that Playwright drives. It clicks and types as a person does, and reaches
 * only this machine. Use it from one thread at a time.
 */
public final class Browser implements AutoCloseable {
  /** Long enough for any action on a busy machine. */
  private static final int PATIENCE_MS = 1_000 * Integer.getInteger("browser.patience.seconds", 90);

  /**
   * Idle browsers, for reuse: starting a browser and its driver takes as long as loading many
   * pages.
   */
  private static final Queue<Browser> IDLE = new ConcurrentLinkedQueue<>();

  static {
    Runtime.getRuntime().addShutdownHook(new Thread(Browser::endAll, "stop-browsers"));
  }

  private final Playwright playwright;
  private final com.microsoft.playwright.Browser chromium;

  private Browser(Playwright playwright, com.microsoft.playwright.Browser chromium) {
    this.playwright = playwright;
    this.chromium = chromium;
  }

  /** Returns whether a browser is available; {@link NeedsBrowser} evaluates this. */
  public static boolean isThere() {
    return Chromium.find().isPresent();
  }

  /** Returns an idle browser without any state of its earlier use, or a new one. */
  public static Browser open() {
    for (Browser idle = IDLE.poll(); idle != null; idle = IDLE.poll()) {
      if (idle.chromium.isConnected()) {
        return idle;
      }
      idle.playwright.close();
    }
    return start();
  }

  private static Browser start() {
    PlaywrightAssertions.setDefaultAssertionTimeout(PATIENCE_MS);
    Chromium chromium = Chromium.find().orElseThrow(() -> new AssertionError("no Chromium"));
    Playwright playwright = chromium.driver();
    return new Browser(playwright, playwright.chromium().launch(chromium.options()));
  }

  /** Opens a window that fails the test if a page breaks the rules for our pages. */
  public Tab tab(Screen screen, String origin) {
    return new Tab(context(options(screen)), screen, origin);
  }

  public static NewContextOptions options(Screen screen) {
    return options(screen.width(), screen.height());
  }

  /** Returns the options of a window of this size; a narrow one emulates a phone. */
  public static NewContextOptions options(int width, int height) {
    return new NewContextOptions()
        .setViewportSize(width, height)
        .setIsMobile(width < Screen.LAPTOP.width())
        .setHasTouch(width < Screen.LAPTOP.width())
        .setColorScheme(ColorScheme.LIGHT)
        .setPermissions(List.of("clipboard-read", "clipboard-write"))
        .setReducedMotion(ReducedMotion.REDUCE);
  }

  /** Opens a context with separate cookies and a separate cache. */
  public BrowserContext context(NewContextOptions options) {
    BrowserContext context = chromium.newContext(options);
    context.setDefaultTimeout(PATIENCE_MS);
    return context;
  }

  /** Closes the windows and keeps the browser for the next {@link #open}. */
  @Override
  public void close() {
    List.copyOf(chromium.contexts()).forEach(BrowserContext::close);
    IDLE.add(this);
  }

  /** Closes the drivers, which end their browsers. */
  private static void endAll() {
    for (Browser idle = IDLE.poll(); idle != null; idle = IDLE.poll()) {
      idle.playwright.close();
    }
  }
}
