package florin;

import florin.TestKeysFile.TestKeys;
import java.nio.file.Path;

/** What `serve` prints once it serves: where, with which keys, and a payment to try. */
final class Greeting {
  private Greeting() {}

  static String of(Config config, int port, TestKeysFile file) {
    String base = BaseUrl.of(config.http(), port).toString();
    return "\nFlorin is ready on "
        + base
        + "\n\n"
        + file.read()
            .map(keys -> firstSteps(base, file, keys))
            .orElseGet(() -> keysElsewhere(config.data()));
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
