package florin.app;

import florin.account.Account;
import florin.app.DemoWorld.DemoAccount;
import florin.app.DemoWorld.DemoRequest;
import florin.config.Config;
import florin.team.Passwords;
import florin.testing.TestApp;
import florin.testing.TestConfig;
import florin.webhook.WebhookModule.WebhookSettings;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;

/** Creates the history of `./florin demo` in the service of a test. */
public final class DemoShop {
  private DemoShop() {}

  /**
   * Fills the first account.
   *
   * @param base the base of the links in the history
   */
  public static void fill(TestApp florin, URI base, int payments, int weeks) {
    Account account = florin.app().accounts().list().getFirst();
    tell(
        florin,
        base,
        new DemoRequest(1, payments, weeks, Optional.of(account.id()), Optional.empty()));
  }

  static DemoAccount tell(TestApp florin, URI base, DemoRequest wanted) {
    return DemoWorld.tell(config(florin), florin.database(), base, wanted);
  }

  private static Config config(TestApp florin) {
    return new Config(
        TestConfig.http(),
        florin.keysFile().resolveSibling("data"),
        Optional.of(florin.database()),
        florin.keysFile(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        true,
        1,
        Duration.ofDays(180),
        Duration.ofDays(14),
        Optional.empty(),
        Optional.empty(),
        WebhookSettings.DEFAULT,
        Duration.ofDays(7),
        Optional.empty(),
        0,
        Optional.empty(),
        Optional.empty(),
        Passwords.COST);
  }
}
