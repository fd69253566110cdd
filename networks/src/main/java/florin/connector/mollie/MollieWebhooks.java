package florin.connector.mollie;

import florin.connector.ProviderWebhook;
import florin.connector.ProviderWebhook.ProviderWebhookReading;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The webhooks of Mollie. They have no signature and no content except a payment's id. Knowing the
 * webhook URL, which has a random token, is enough to send one. So a webhook causes an inquiry and
 * nothing else.
 */
final class MollieWebhooks {
  private static final Pattern PAYMENT = Pattern.compile("tr_[A-Za-z0-9]{1,100}");
  private static final Pattern BODY = Pattern.compile("id=(" + PAYMENT.pattern() + ")");

  private MollieWebhooks() {}

  static boolean isPayment(String id) {
    return PAYMENT.matcher(id).matches();
  }

  static ProviderWebhookReading read(String body) {
    Matcher id = BODY.matcher(body.strip());
    return id.matches()
        ? new ProviderWebhookReading.Genuine(
            new ProviderWebhook(
                Optional.empty(), Optional.empty(), Optional.of(id.group(1)), "payment", true))
        : new ProviderWebhookReading.Unreadable();
  }
}
