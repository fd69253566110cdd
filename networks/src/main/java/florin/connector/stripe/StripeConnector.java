package florin.connector.stripe;

import florin.connector.AuthorizeRequest;
import florin.connector.Capabilities;
import florin.connector.Capabilities.AcceptedCredentials;
import florin.connector.Capabilities.PageMethods;
import florin.connector.Capabilities.PagesByPurpose;
import florin.connector.Capabilities.Repetition;
import florin.connector.Capabilities.Timing;
import florin.connector.Connector;
import florin.connector.Connector.ProviderListing;
import florin.connector.Connector.ProviderWebhookRequest;
import florin.connector.Credential;
import florin.connector.Deadline;
import florin.connector.DisputeResponse;
import florin.connector.DisputeResponse.DisputeReply;
import florin.connector.EvidenceRules;
import florin.connector.Exchanges.ExchangeStep;
import florin.connector.FollowUp;
import florin.connector.Inquiry;
import florin.connector.Inquiry.InquiryRequest;
import florin.connector.OperationKind;
import florin.connector.Outcome;
import florin.connector.ProviderWebhook;
import florin.connector.ResponseCodes;
import florin.connector.ResumeRequest;
import florin.connector.SettlementListing;
import florin.connector.remote.RemoteExchanges;
import florin.connector.remote.RemoteFacts;
import florin.core.Currency;
import florin.core.Id.ConnectorId;
import florin.core.Realm;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The connector for Stripe's hosted page. */
final class StripeConnector implements Connector {
  private static final Timing TIMING =
      new Timing(
          Duration.ofSeconds(25),
          RemoteExchanges.MAY_STILL_ARRIVE,
          Duration.ofSeconds(5),
          // A refund that a bank returns fails up to 30 days after it succeeded.
          Duration.ofDays(30));

  /**
   * The repetition of requests. Stripe keeps an idempotency key for a day; one hour is left for
   * clocks and queues.
   */
  private static final Repetition REPETITION = new Repetition(Duration.ofHours(23), true);

  /** Stripe's limits of evidence. Mastercard accepts fewer pages. */
  private static final EvidenceRules EVIDENCE =
      new EvidenceRules(150_000, 4_500_000, 50, Map.of("mastercard", 19));

  private static final PageMethods CARDS =
      new PageMethods(List.of(StripePages.CARD), Set.of(StripePages.CARD));

  private final ConnectorId id;
  private final StripeAccount account;
  private final StripeDisputes disputes;
  private final StripePages pages;
  private final StripeMovements movements;
  private final StripeCancels cancels;
  private final StripeWebhooks webhooks;
  private final Capabilities capabilities;

  /**
   * Creates the connector.
   *
   * @param methods the payment methods that a page offers if the request names none
   */
  StripeConnector(
      ConnectorId id,
      StripeAccount account,
      StripeDisputes disputes,
      List<String> methods,
      StripeWebhooks webhooks) {
    this.id = id;
    this.account = account;
    this.disputes = disputes;
    this.pages = new StripePages(account, id.text(), methods);
    this.movements = new StripeMovements(account);
    this.cancels = new StripeCancels(account, pages.saved());
    this.webhooks = webhooks;
    this.capabilities =
        new Capabilities(
            account.live(),
            false,
            true,
            new AcceptedCredentials(
                Set.of(Credential.Page.class, Credential.Saved.class),
                true,
                // A page that saves the card offers only cards, whatever the setting.
                new PagesByPurpose(
                    new PageMethods(methods, PageMethods.EVERY.possible()), CARDS, CARDS)),
            TIMING,
            REPETITION);
  }

  @Override
  public String id() {
    return id.text();
  }

  @Override
  public String kind() {
    return StripeKind.KIND;
  }

  @Override
  public Capabilities capabilities() {
    return capabilities;
  }

  @Override
  public boolean isKeyRefused() {
    return account.line().isKeyRefused();
  }

  @Override
  public boolean takes(Currency currency) {
    return StripeMoney.has(currency);
  }

  @Override
  public Optional<EvidenceRules> evidence() {
    return Optional.of(EVIDENCE);
  }

  @Override
  public DisputeReply respond(DisputeResponse response, Deadline deadline) {
    return disputes.respond(response, deadline);
  }

  @Override
  public DisputeReply inquire(DisputeResponse response, Deadline deadline) {
    return disputes.inquire(response, deadline);
  }

  @Override
  public Outcome authorize(AuthorizeRequest request, Deadline deadline) {
    return isOurs(request.realm()) ? pages.authorize(request, deadline) : RemoteExchanges.TAKEN;
  }

  /** Asks Stripe for the outcome. The payer's parameters are ignored. */
  @Override
  public Outcome resume(ResumeRequest request, Deadline deadline) {
    AuthorizeRequest asked = request.authorize();
    return isOurs(asked.realm())
        ? pages.look(asked.reference(), asked.amount(), deadline)
        : RemoteExchanges.NOT_OURS;
  }

  @Override
  public Outcome followUp(OperationKind operation, FollowUp request, Deadline deadline) {
    if (!isOurs(request.realm())) {
      return RemoteExchanges.NOT_OURS;
    }
    List<ExchangeStep> before = account.exchanges().list(request.reference());
    Optional<Outcome> known = RemoteFacts.outcome(before);
    if (!isOf(operation, before)) {
      return RemoteExchanges.TAKEN;
    }
    return switch (operation) {
      case CAPTURE, REFUND ->
          known.orElseGet(() -> movements.move(operation, request, before, deadline));
      case CANCEL -> known.orElseGet(() -> cancels.cancel(request, before, deadline));
      case AUTHORIZE -> ResponseCodes.decline(ResponseCodes.INVALID_TRANSACTION);
    };
  }

  /**
   * Returns whether the reference belongs to this operation. The step of a follow-up has the
   * operation's name.
   */
  private static boolean isOf(OperationKind operation, List<ExchangeStep> before) {
    return before.stream().allMatch(step -> step.step().equals(operation.text()));
  }

  @Override
  public Inquiry inquire(InquiryRequest request, Deadline deadline) {
    List<ExchangeStep> before = account.exchanges().list(request.reference());
    if (account.exchanges().closesUnsent(request.reference(), request.operation(), before)) {
      return new Inquiry.Absent();
    }
    List<ExchangeStep> steps =
        before.isEmpty() ? account.exchanges().list(request.reference()) : before;
    if (steps.stream().anyMatch(ExchangeStep::isClosed)) {
      return new Inquiry.Absent();
    }
    return RemoteFacts.outcome(steps)
        .<Inquiry>map(Inquiry.Found::new)
        .orElseGet(() -> inquireOf(request, steps, deadline));
  }

  private Inquiry inquireOf(InquiryRequest request, List<ExchangeStep> steps, Deadline deadline) {
    return switch (request.operation()) {
      case AUTHORIZE -> pages.inquire(request, steps, deadline);
      case CAPTURE, REFUND -> movements.inquire(request, steps, deadline);
      case CANCEL -> cancels.inquire(request, steps, deadline);
    };
  }

  @Override
  public boolean revoke(Credential.Saved credential, Deadline deadline) {
    return pages.saved().revoke(credential, deadline);
  }

  @Override
  public ProviderWebhook.ProviderWebhookReading read(ProviderWebhookRequest request) {
    return webhooks.read(request);
  }

  @Override
  public ProviderListing list(Instant since, Optional<String> after, Deadline deadline) {
    return new StripeListing(account).list(since, after, deadline);
  }

  @Override
  public SettlementListing listSettlements(
      Instant since, Optional<String> after, Deadline deadline) {
    return new StripeSettlements(account).list(since, after, deadline);
  }

  private boolean isOurs(Realm realm) {
    return realm.equals(account.realm());
  }
}
