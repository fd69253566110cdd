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
 * A Chromium without a window, driven by Playwright: it clicks and types as a person does, and
 * reaches nothing but this machine. For one thread at a time.
 */
public final class Browser implements AutoCloseable {
  /** Longer than anything takes on a machine that is busy with other things. */
  private static final int PATIENCE_MS = 1_000 * Integer.getInteger("browser.patience.seconds", 90);

  /** Those that nobody has: to start one and its driver takes as long as many pages. */
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

  /** Whether one can be had here: what {@link NeedsBrowser} asks. */
  public static boolean isThere() {
    return Chromium.find().isPresent();
  }

  /** One that nobody has, with nothing left in it of whoever had it before. */
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

  /** A window that is held to the promises of our pages. */
  public Tab tab(Screen screen, String origin) {
    return new Tab(context(options(screen)), screen, origin);
  }

  public static NewContextOptions options(Screen screen) {
    return options(screen.width(), screen.height());
  }

  /** A narrow screen is a phone's. */
  public static NewContextOptions options(int width, int height) {
    return new NewContextOptions()
        .setViewportSize(width, height)
        .setIsMobile(width < Screen.DESK.width())
        .setHasTouch(width < Screen.DESK.width())
        .setColorScheme(ColorScheme.LIGHT)
        .setPermissions(List.of("clipboard-read", "clipboard-write"))
        .setReducedMotion(ReducedMotion.REDUCE);
  }

  /** Cookies and a cache of its own. */
  public BrowserContext context(NewContextOptions options) {
    BrowserContext context = chromium.newContext(options);
    context.setDefaultTimeout(PATIENCE_MS);
    return context;
  }

  /** Its windows; it waits for who opens it next. */
  @Override
  public void close() {
    List.copyOf(chromium.contexts()).forEach(BrowserContext::close);
    IDLE.add(this);
  }

  /** The driver ends the browser. */
  private static void endAll() {
    for (Browser idle = IDLE.poll(); idle != null; idle = IDLE.poll()) {
      idle.playwright.close();
    }
  }
}
