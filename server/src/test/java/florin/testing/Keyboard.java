package florin.testing;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.PlaywrightAssertions;

/**
 * Operates a page with the keyboard only. Every focused element must be visible: with a focus ring,
 * within the window, and not covered.
 */
public final class Keyboard {
  /** More steps than any page needs. */
  private static final int MOST_STEPS = 150;

  private static final String FOCUS = Resources.text("focus.js");

  private final Page page;

  public Keyboard(Tab tab) {
    this.page = tab.page();
  }

  /** Presses Tab until this element has the focus. */
  public Keyboard to(Locator target) {
    return walk("Tab", target);
  }

  /** Presses Shift and Tab until this element has the focus. */
  public Keyboard backTo(Locator target) {
    return walk("Shift+Tab", target);
  }

  public Keyboard press(String key) {
    page.keyboard().press(key);
    return this;
  }

  /** Replaces the text of the focused field. */
  public Keyboard type(String text) {
    page.keyboard().press("Control+A");
    page.keyboard().type(text);
    return this;
  }

  private Keyboard walk(String key, Locator target) {
    PlaywrightAssertions.assertThat(target).isVisible();
    for (int i = 0; i < MOST_STEPS; i++) {
      page.keyboard().press(key);
      assertThat(page.evaluate(FOCUS)).isEqualTo("");
      if ((Boolean) target.evaluate("element => element === document.activeElement")) {
        return this;
      }
    }
    throw new AssertionError("not reached within " + MOST_STEPS + " steps: " + target);
  }
}
