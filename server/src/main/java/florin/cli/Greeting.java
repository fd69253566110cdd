package florin.cli;

import florin.app.TestKeysFile;
import florin.app.TestKeysFile.TestKeys;
import florin.config.BaseUrl;
import florin.config.Config;
import florin.team.Token;
import java.nio.file.Path;
import java.util.Optional;

/** The banner of `serve`: the address, the test keys, and an example of a payment. */
final class Greeting {
  private Greeting() {}

  /**
   * Returns the text of the banner.
   *
   * @param setup the token of the link that creates the owner; empty if there is an owner
   */
  static String of(Config config, int port, TestKeysFile file, Optional<Token> setup) {
    String base = BaseUrl.of(config.http(), port).toString();
    String dashboard = BaseUrl.ofDashboard(config, port) + "/dashboard";
    return "\nFlorin is ready on "
        + base
        + "\n\n"
        + setup.map(link -> firstLink(dashboard + "/setup/" + link.reveal())).orElse("")
        + addresses(dashboard, BaseUrl.ofDashboard(config, port) + "/docs")
        + file.read()
            .map(keys -> firstSteps(base, file, keys))
            .orElseGet(() -> keysElsewhere(config.data()));
  }

  private static String firstLink(String link) {
    return """
      Become the owner of the dashboard. This link works once, within a day:
        %s

    """
        .formatted(link);
  }

  private static String addresses(String dashboard, String docs) {
    return """
      Dashboard  %s
      Docs       %s

    """
        .formatted(dashboard, docs);
  }

  private static String keysElsewhere(Path data) {
    return """
      Create a test key:
        ./florin keys create --data %s

    """
        .formatted(data);
  }

  private static String firstSteps(String base, TestKeysFile file, TestKeys keys) {
    return """
      Test keys (stored in %s)
        secret       %s
        publishable  %s

      Make your first payment:

        curl %s/v2/payments -u %s: \\
          -H 'Content-Type: application/json' \\
          -d '{"amount": 1000, "currency": "usd", "payment_method": {"type": "card", "card":
              {"number": "4242424242424242", "exp_month": 12, "exp_year": 2030, "cvc": "123"}}}'

    """
        .formatted(file.path(), keys.secret(), keys.publishable(), base, keys.secret());
  }
}
