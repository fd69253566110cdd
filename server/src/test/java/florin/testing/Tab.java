package florin.testing;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.ConsoleMessage;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Request;
import com.microsoft.playwright.Response;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.Cookie;
import com.microsoft.playwright.options.LoadState;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A browser window with its own cookies and cache, which shows one Florin. Closing it fails the
 * test if any page broke a rule: a request to another host, an error on the console (including a
 * violation of the page's policy), an exception, or a resource that doesn't load. `watch.js`
 * reports inline code, pages wider than the window, and pages over 200 KB.
 */
public final class Tab implements AutoCloseable {
  /** The console reports the status of error pages too, which tests load on purpose. */
  private static final String STATUS =
      "Failed to load resource: the server responded with a status of 4";

  /**
   * Records the button's first text after a click. The text changes back so soon that a later check
   * could miss it.
   */
  private static final String LISTEN =
      """
      button => {
        button.said = new Promise(tell => {
          const options = { childList: true, subtree: true };
          new MutationObserver(() => tell(button.textContent.trim())).observe(button, options);
          setTimeout(() => tell("nothing"), 60000);
        });
      }\
      """;

  private final BrowserContext context;
  private final Page page;
  private final Screen screen;
  private final String origin;
  private final List<String> faults = new ArrayList<>();
  private final List<String> questions = new ArrayList<>();
  private boolean agrees = true;

  Tab(BrowserContext context, Screen screen, String origin) {
    this.context = context;
    this.screen = screen;
    this.origin = origin;
    context.addInitScript(Resources.text("watch.js"));
    context.onRequest(this::hear);
    context.onResponse(this::hear);
    context.onConsoleMessage(this::hear);
    context.onWebError(error -> faults.add("exception: " + error.error()));
    this.page = context.newPage();
  }

  /** Signs in with these cookies. */
  public Tab with(Map<String, String> cookies) {
    context.addCookies(
        cookies.entrySet().stream()
            .map(cookie -> new Cookie(cookie.getKey(), cookie.getValue()).setUrl(origin))
            .toList());
    return this;
  }

  /** Returns Playwright's page, for actions without a method here. */
  public Page page() {
    return page;
  }

  public BrowserContext context() {
    return context;
  }

  public Tab go(String path) {
    page.navigate(origin + path);
    return this;
  }

  /** Follows a link in the menu, which is collapsed on a phone. */
  public Tab goByMenu(String words) {
    if (screen == Screen.PHONE) {
      page.getByLabel("Menu", new Page.GetByLabelOptions().setExact(true)).click();
    }
    page.getByRole(AriaRole.NAVIGATION, new Page.GetByRoleOptions().setName("Main"))
        .getByRole(AriaRole.LINK, new Locator.GetByRoleOptions().setName(words).setExact(true))
        .filter(new Locator.FilterOptions().setVisible(true))
        .click();
    return title(words);
  }

  /**
   * Waits for the page with this heading, and for its scripts: a key that is pressed before they
   * listen is lost.
   */
  public Tab title(String words) {
    assertThat(page.locator("h1")).containsText(words);
    page.waitForLoadState(LoadState.DOMCONTENTLOADED);
    return this;
  }

  /** Waits until this text is visible. */
  public Tab sees(String words) {
    assertThat(visible(words).first()).isVisible();
    return this;
  }

  /**
   * Asserts that the loaded page doesn't show this text. Wait for another part of the page first.
   */
  public Tab seesNot(String words) {
    assertThat(visible(words)).hasCount(0);
    return this;
  }

  public Tab fill(String label, String text) {
    field(label).fill(text);
    return this;
  }

  public Tab choose(String label, String option) {
    field(label).selectOption(option);
    return this;
  }

  /** Presses a button and confirms its dialog, unless {@link #agree} says otherwise. */
  public Tab press(String button) {
    button(button).click();
    Locator asked = page.locator("dialog.question[open]");
    if (asked.isVisible()) {
      questions.add(asked.locator("p").textContent());
      asked.locator(agrees ? "button.danger" : "button:not(.danger)").click();
    }
    return this;
  }

  /** Opens a menu or a dialog that is a `details` element. */
  public Tab unfold(String words) {
    summary(words).first().click();
    return this;
  }

  /** Returns the element that opens a `details` element. */
  public Locator summary(String words) {
    return page.locator("summary", new Page.LocatorOptions().setHasText(words))
        .or(page.locator("summary[aria-label='" + words + "']"))
        .filter(new Locator.FilterOptions().setVisible(true));
  }

  public Tab follow(String link) {
    page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName(link).setExact(true))
        .filter(new Locator.FilterOptions().setVisible(true))
        .first()
        .click();
    return this;
  }

  public Locator field(String label) {
    return page.getByLabel(label, new Page.GetByLabelOptions().setExact(true))
        .filter(new Locator.FilterOptions().setVisible(true));
  }

  public Locator button(String words) {
    return page.getByRole(
            AriaRole.BUTTON, new Page.GetByRoleOptions().setName(words).setExact(true))
        .filter(new Locator.FilterOptions().setVisible(true));
  }

  /** Returns the button that copies this element. */
  public Locator copier(String id) {
    return page.locator("[data-copy='#" + id + "']");
  }

  /** Presses the button that copies this element, and returns the clipboard's text. */
  public String copy(String id) {
    return copy(id, Locator::click);
  }

  /** Does the same with another way to press the button. */
  public String copy(String id, Consumer<Locator> press) {
    Locator button = copier(id);
    button.evaluate(LISTEN);
    press.accept(button);
    assertThat(button.evaluate("button => button.said")).isEqualTo("Copied");
    return (String) page.evaluate("navigator.clipboard.readText()");
  }

  /** Sets whether confirmation dialogs are accepted. */
  public Tab agree(boolean yes) {
    agrees = yes;
    return this;
  }

  /** Returns the texts of the confirmation dialogs so far. */
  public List<String> questions() {
    return List.copyOf(questions);
  }

  private Locator visible(String words) {
    return page.getByText(words).filter(new Locator.FilterOptions().setVisible(true));
  }

  private void hear(Request request) {
    if (!request.url().startsWith(origin + "/") && !request.url().startsWith("data:")) {
      faults.add("request to elsewhere: " + request.url());
    }
  }

  private void hear(Response response) {
    if (response.status() >= 500
        || (response.status() >= 400
            && !response.request().isNavigationRequest()
            && !isRejectedForm(response))) {
      faults.add(response.status() + ": " + response.url());
    }
  }

  /**
   * Returns whether this is a payer's form that a script sent and that is shown again with its
   * errors, or sends again with a proof of its work.
   */
  private boolean isRejectedForm(Response response) {
    return (response.status() == 422 || response.status() == 409)
        && response.request().method().equals("POST")
        && response.url().substring(origin.length()).matches("/[cl]/[^/]+");
  }

  private void hear(ConsoleMessage message) {
    if (message.type().equals("error") && !message.text().startsWith(STATUS)) {
      faults.add("console: " + message.text() + " at " + message.location());
    }
  }

  /** Asserts that no page has broken a rule so far. */
  public void check() {
    // The browser reports all earlier events before it returns from this call.
    page.evaluate("0");
    var until = List.copyOf(faults);
    faults.clear();
    assertThat(until).as("rules that pages broke").isEmpty();
  }

  @Override
  public void close() {
    try (context) {
      check();
    }
  }
}
