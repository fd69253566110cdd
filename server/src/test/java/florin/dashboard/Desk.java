package florin.dashboard;

import florin.app.App.Networks;
import florin.payment.execution.CrashPoint;
import florin.team.Member;
import florin.team.Role;
import florin.testing.Browser;
import florin.testing.DashboardClient;
import florin.testing.Screen;
import florin.testing.Tab;
import florin.testing.TestApp;
import java.util.Optional;

/** A Florin instance and a browser that the tests of a class share. */
public final class Desk implements AutoCloseable {
  private final TestApp florin;
  private final Browser browser;

  private Desk(TestApp florin, Browser browser) {
    this.florin = florin;
    this.browser = browser;
  }

  public static Desk open() {
    return open(Networks.ofService(Optional.empty(), Optional.empty()));
  }

  public static Desk open(Networks networks) {
    return new Desk(TestApp.open(CrashPoint.NONE, networks), Browser.open());
  }

  public TestApp florin() {
    return florin;
  }

  /** Opens a tab without a session. */
  public Tab stranger(Screen screen) {
    return strangerAt(florin, screen);
  }

  /** Opens a tab without a session at {@code localhost}, because passkeys need a domain name. */
  public Tab strangerAtLocalhost(Screen screen) {
    return browser.tab(screen, "http://localhost:" + florin.app().port());
  }

  /** Opens a tab without a session at another Florin instance. */
  public Tab strangerAt(TestApp other, Screen screen) {
    return browser.tab(screen, "http://127.0.0.1:" + other.app().port());
  }

  /** Opens a tab in which a new member is signed in. */
  public Tab as(Role role, Screen screen) {
    return as(DashboardClient.newMember(florin, role), screen);
  }

  public Tab as(Member member, Screen screen) {
    return asAt(florin, member, screen);
  }

  /** Opens a tab in which a member of another Florin instance is signed in. */
  public Tab asAt(TestApp other, Member member, Screen screen) {
    try (var session = DashboardClient.of(other, member)) {
      return strangerAt(other, screen).with(session.cookies());
    }
  }

  @Override
  public void close() {
    browser.close();
    florin.close();
  }
}
