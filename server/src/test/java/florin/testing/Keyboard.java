package florin.testing;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.PlaywrightAssertions;

/**
 * Somebody without a mouse. Wherever the focus comes to, it must be seen there: with a ring, in the
 * window, and covered by nothing.
 */
public final class Keyboard {
  /** More than any page of ours has to go through. */
  private static final int MOST_STEPS = 150;

  private static final String FOCUS = Resources.text("focus.js");

  private final Page page;

  public Keyboard(Tab tab) {
    this.page = tab.page();
  }

  /** Goes on by Tab until there. */
  public Keyboard to(Locator target) {
    return walk("Tab", target);
  }

  /** Goes back by Shift and Tab until there. */
  public Keyboard backTo(Locator target) {
    return walk("Shift+Tab", target);
  }

  public Keyboard press(String key) {
    page.keyboard().press(key);
    return this;
  }

  /** In place of what stands in the field. */
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
