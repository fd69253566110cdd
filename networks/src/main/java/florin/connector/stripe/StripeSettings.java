package florin.connector.stripe;

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
 * @param key the key of the realm's mode
 * @param sandboxKey the key with which a live connector is tested
 * @param signingSecrets the secrets that may have signed a webhook, the newest first
 * @param methods the payment methods that the page offers, in Stripe's words
 */
record StripeSettings(
    String key,
    Optional<String> sandboxKey,
    List<String> signingSecrets,
    List<String> methods,
    boolean live) {
  static final String SECRET_KEY = "secret_key";
  static final String SANDBOX_SECRET_KEY = "sandbox_secret_key";
  static final String WEBHOOK_SECRET = "webhook_secret";

  /** The previous signing secret, which is kept for the webhooks in flight that it has signed. */
  static final String WEBHOOK_SECRET_BEFORE = "webhook_secret_before";

  static final String METHODS = "methods";

  /** The methods that {@link #METHODS} may name. */
  private static final String WORDS = String.join("|", Credential.Page.METHODS);

  static final ConnectorForm FORM =
      new ConnectorForm(
          "Stripe",
          URI.create("https://docs.stripe.com/keys"),
          "Florin's developers tested this connector with an emulator, not with Stripe itself. Check it with your own keys, and start with a small payment.",
          List.of(
              field(
                  SECRET_KEY,
                  "Secret key",
                  "(sk|rk)_(test|live)_[A-Za-z0-9_]{8,240}",
                  "the secret or restricted key: it begins with sk_live_ or rk_live_, in test mode with sk_test_ or rk_test_",
                  true),
              field(
                  SANDBOX_SECRET_KEY,
                  "Sandbox secret key",
                  "(sk|rk)_test_[A-Za-z0-9_]{8,240}",
                  "for a live connector, the key of a sandbox for its checks: it begins with sk_test_",
                  false),
              field(
                  WEBHOOK_SECRET,
                  "Signing secret",
                  "whsec_[A-Za-z0-9_+/=]{8,240}",
                  "only if Florin doesn't register for webhooks itself: it begins with whsec_",
                  false),
              new FormField(
                  METHODS,
                  "Payment methods",
                  false,
                  false,
                  Pattern.compile("(?:%1$s)(?:, ?(?:%1$s)){0,19}".formatted(WORDS)),
                  400,
                  "the payment methods of the page, as Stripe's names separated by commas; card by default")));

  StripeSettings {
    signingSecrets = List.copyOf(signingSecrets);
    methods = List.copyOf(methods);
  }

  private static FormField field(
      String name, String label, String format, String hint, boolean required) {
    return new FormField(name, label, true, required, Pattern.compile(format), 255, hint);
  }

  /**
   * Reads the settings.
   *
   * @throws ConnectorSetupException if they can't be used in the realm's mode
   */
  static StripeSettings of(ConnectorSetup setup) {
    Map<String, String> secrets = setup.credentials().secrets();
    boolean live = setup.realm().isLive();
    String key = secrets.getOrDefault(SECRET_KEY, "");
    if (!key.matches("(sk|rk)_" + (live ? "live" : "test") + "_.+")) {
      throw new ConnectorSetupException(
          live
              ? "In live mode the secret key begins with sk_live_ or rk_live_."
              : "In test mode the secret key begins with sk_test_ or rk_test_.");
    }
    Optional<String> sandbox = Optional.ofNullable(secrets.get(SANDBOX_SECRET_KEY));
    if (sandbox.filter(it -> !it.matches("(sk|rk)_test_.+")).isPresent()) {
      throw new ConnectorSetupException("The sandbox secret key begins with sk_test_ or rk_test_.");
    }
    return new StripeSettings(
        key,
        sandbox,
        Stream.of(WEBHOOK_SECRET, WEBHOOK_SECRET_BEFORE)
            .flatMap(name -> Optional.ofNullable(secrets.get(name)).stream())
            .toList(),
        methods(setup.settings().getOrDefault(METHODS, "")),
        live);
  }

  private static List<String> methods(String text) {
    return text.isBlank()
        ? List.of("card")
        : Stream.of(text.split(",")).map(String::strip).distinct().toList();
  }

  /** Returns the key that moves no money. */
  Optional<String> testKey() {
    return live ? sandboxKey : Optional.of(key);
  }

  @Override
  public String toString() {
    return "StripeSettings[…]";
  }
}
