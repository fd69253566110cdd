package florin.cli;

import florin.app.TestKeysFile;
import florin.app.TestKeysFile.TestKeys;
import florin.config.BaseUrl;
import florin.config.Config;
import florin.team.Token;
import java.nio.file.Path;
import java.util.Optional;

/** What `serve` prints once it serves: where, with which keys, and a payment to try. */
final class Greeting {
  private Greeting() {}

  /**
   * @param setup what the link holds that makes the owner, while there is none
   */
  static String of(Config config, int port, TestKeysFile file, Optional<Token> setup) {
    String base = BaseUrl.of(config.http(), port).toString();
    String dashboard = BaseUrl.ofDashboard(config, port) + "/dashboard";
    return "\nFlorin is ready on "
        + base
        + "\n\n"
        + setup
            .map(link -> firstLink(dashboard + "/setup/" + link.reveal()))
            .orElseGet(() -> "  Dashboard\n    " + dashboard + "\n\n")
        + file.read()
            .map(keys -> firstSteps(base, file, keys))
            .orElseGet(() -> keysElsewhere(config.data()));
  }

  private static String firstLink(String link) {
    return """
      Make yourself the owner of the dashboard; the link works once, for a day:
        %s

    """
        .formatted(link);
  }

  private static String keysElsewhere(Path data) {
    return """
      Make a test key with   ./florin keys create --data %s

    """
        .formatted(data);
  }

  private static String firstSteps(String base, TestKeysFile file, TestKeys keys) {
    return """
      Test keys, also in %s
        secret       %s
        publishable  %s

      Make a payment:

        curl %s/v2/payments -u %s: \\
          -H 'Content-Type: application/json' \\
          -d '{"amount": 1000, "currency": "usd", "payment_method": {"type": "card", "card":
              {"number": "4242424242424242", "exp_month": 12, "exp_year": 2030, "cvc": "123"}}}'

    """
        .formatted(file.path(), keys.secret(), keys.publishable(), base, keys.secret());
  }
}
