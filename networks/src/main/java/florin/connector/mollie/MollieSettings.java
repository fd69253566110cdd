package florin.connector.mollie;

import florin.connector.ConnectorForm;
import florin.connector.ConnectorForm.FormField;
import florin.connector.ConnectorKind.ConnectorSetupException;
import florin.connector.ConnectorSetup;
import florin.connector.Credential;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The settings of a realm's connector, parsed.
 *
 * @param key the API key of the realm's mode
 * @param testKey the API key that moves no money
 * @param organizationToken the token that can read settlements
 * @param webhookUrl the URL that each payment is created with; empty while the connector is a draft
 *     or Florin has no public URL
 * @param methods the payment methods that the page offers, in Florin's words; empty for all that
 *     are enabled at Mollie
 */
record MollieSettings(
    String key,
    Optional<String> testKey,
    Optional<String> organizationToken,
    Optional<String> webhookUrl,
    List<String> methods,
    boolean live) {
  static final String API_KEY = "api_key";
  static final String TEST_API_KEY = "test_api_key";

  static final String ORGANIZATION_TOKEN = "organization_token";

  /** The webhook URL, which Florin stores when it enables the connector. */
  static final String WEBHOOK_URL = "webhook_url";

  static final String METHODS = "methods";
  private static final String WORDS = String.join("|", Credential.Page.METHODS);

  static final ConnectorForm FORM =
      new ConnectorForm(
          "Mollie",
          URI.create("https://docs.mollie.com/reference/authentication"),
          "Florin's developers tested this connector with an emulator, not with Mollie itself. Check it with your own keys, and start with a small payment.",
          List.of(
              key(
                  API_KEY,
                  "API key",
                  "(live|test)_[A-Za-z0-9]{30,240}",
                  "the key of a website profile: it begins with live_, in test mode with test_",
                  true),
              key(
                  TEST_API_KEY,
                  "Test API key",
                  "test_[A-Za-z0-9]{30,240}",
                  "for a live connector, the test key of the same profile for its checks: it begins with test_",
                  false),
              key(
                  ORGANIZATION_TOKEN,
                  "Organization token",
                  "access_[A-Za-z0-9_]{16,240}",
                  "to read fees and payouts, a token with the permissions balances.read and settlements.read: it begins with access_",
                  false),
              new FormField(
                  METHODS,
                  "Payment methods",
                  false,
                  false,
                  Pattern.compile("(?:%1$s)(?:, ?(?:%1$s)){0,19}".formatted(WORDS)),
                  400,
                  "the payment methods of the page, separated by commas, for example card, ideal, sepa_debit; all that are enabled at Mollie by default")));

  MollieSettings {
    methods = List.copyOf(methods);
  }

  private static FormField key(
      String name, String label, String format, String hint, boolean required) {
    return new FormField(name, label, true, required, Pattern.compile(format), 255, hint);
  }

  /**
   * Reads the settings.
   *
   * @throws ConnectorSetupException if they can't be used in the realm's mode
   */
  static MollieSettings of(ConnectorSetup setup) {
    Map<String, String> secrets = setup.credentials().secrets();
    boolean live = setup.realm().isLive();
    String key = secrets.getOrDefault(API_KEY, "");
    if (!key.startsWith(live ? "live_" : "test_")) {
      throw new ConnectorSetupException(
          live
              ? "In live mode the API key begins with live_."
              : "In test mode the API key begins with test_.");
    }
    Optional<String> test = Optional.ofNullable(secrets.get(TEST_API_KEY));
    if (test.filter(it -> !it.startsWith("test_")).isPresent()) {
      throw new ConnectorSetupException("The test API key begins with test_.");
    }
    String methods = setup.settings().getOrDefault(METHODS, "");
    return new MollieSettings(
        key,
        live ? test : Optional.of(key),
        Optional.ofNullable(secrets.get(ORGANIZATION_TOKEN)),
        Optional.ofNullable(secrets.get(WEBHOOK_URL)),
        methods.isBlank()
            ? List.of()
            : Stream.of(methods.split(",")).map(String::strip).distinct().toList(),
        live);
  }

  @Override
  public String toString() {
    return "MollieSettings[…]";
  }
}
