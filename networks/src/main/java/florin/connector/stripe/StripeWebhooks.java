package florin.connector.stripe;

import florin.connector.Connector.ProviderWebhookRequest;
import florin.connector.OperationRef;
import florin.connector.ProviderWebhook;
import florin.connector.ProviderWebhook.ProviderWebhookReading;
import florin.connector.remote.RemoteObject;
import florin.core.Id.AttemptId;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** The webhooks of Stripe: their verification and their subject. */
public final class StripeWebhooks {
  /** The events that Florin subscribes to. */
  static final List<String> EVENTS =
      List.of(
          "checkout.session.completed",
          "checkout.session.async_payment_succeeded",
          "checkout.session.async_payment_failed",
          "checkout.session.expired",
          "payment_intent.succeeded",
          "payment_intent.amount_capturable_updated",
          "payment_intent.processing",
          "payment_intent.payment_failed",
          "payment_intent.canceled",
          "setup_intent.succeeded",
          "setup_intent.setup_failed",
          "setup_intent.canceled",
          "charge.refunded",
          "charge.dispute.created",
          "charge.dispute.updated",
          "charge.dispute.closed",
          "charge.dispute.funds_withdrawn",
          "charge.dispute.funds_reinstated",
          "refund.created",
          "refund.updated",
          "refund.failed");

  /** The events of a payer who pays. Once the payment has succeeded, they report nothing new. */
  private static final Set<String> OF_SUCCESS =
      Set.of(
          "checkout.session.completed",
          "checkout.session.async_payment_succeeded",
          "payment_intent.succeeded",
          "payment_intent.amount_capturable_updated",
          "payment_intent.processing",
          "setup_intent.succeeded");

  private static final Set<String> OF_INTENTS = Set.of("charge", "dispute", "refund");

  /** The format of an id; other texts could not be stored, or are no id. */
  private static final Pattern NAME = Pattern.compile("[!-~]{1,255}");

  private final List<String> secrets;
  private final boolean live;

  /**
   * Creates the reader.
   *
   * @param secrets the secrets that may have signed
   */
  public StripeWebhooks(List<String> secrets, boolean live) {
    this.secrets = List.copyOf(secrets);
    this.live = live;
  }

  /** Verifies and parses a webhook. */
  public ProviderWebhookReading read(ProviderWebhookRequest request) {
    boolean genuine =
        request
            .header()
            .apply(StripeSignature.HEADER)
            .filter(it -> StripeSignature.verify(it, request.body(), secrets, request.received()))
            .isPresent();
    if (!genuine) {
      return new ProviderWebhookReading.Forged();
    }
    return RemoteObject.parse(request.body())
        .filter(event -> event.flag("livemode").equals(Optional.of(live)))
        .flatMap(StripeWebhooks::webhook)
        .<ProviderWebhookReading>map(ProviderWebhookReading.Genuine::new)
        .orElseGet(ProviderWebhookReading.Unreadable::new);
  }

  private static Optional<ProviderWebhook> webhook(RemoteObject event) {
    Optional<String> id = name(event.text("id"));
    Optional<String> type = name(event.text("type"));
    RemoteObject object = event.object("data", "object").orElse(RemoteObject.EMPTY);
    return id.isEmpty() || type.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new ProviderWebhook(
                id,
                reference(object),
                externalId(object),
                type.get(),
                !OF_SUCCESS.contains(type.get())));
  }

  private static Optional<OperationRef> reference(RemoteObject object) {
    return object
        .text("client_reference_id")
        .or(() -> object.text("metadata", StripeRequests.REFERENCE))
        .flatMap(AttemptId.KIND::parse)
        .map(OperationRef::new);
  }

  /** Returns the provider's id under which exchanges are stored: the intent's, if there is one. */
  private static Optional<String> externalId(RemoteObject object) {
    boolean byIntent = object.text("object").filter(OF_INTENTS::contains).isPresent();
    return name(
        (byIntent ? object.id("payment_intent") : Optional.<String>empty())
            .or(() -> object.text("id")));
  }

  private static Optional<String> name(Optional<String> text) {
    return text.filter(it -> NAME.matcher(it).matches());
  }
}
