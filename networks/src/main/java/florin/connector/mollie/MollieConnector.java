package florin.connector.mollie;

import florin.connector.AuthorizeRequest;
import florin.connector.Capabilities;
import florin.connector.Capabilities.AcceptedCredentials;
import florin.connector.Capabilities.Repetition;
import florin.connector.Capabilities.Timing;
import florin.connector.Connector;
import florin.connector.Connector.ProviderListing;
import florin.connector.Connector.ProviderWebhookRequest;
import florin.connector.Credential;
import florin.connector.Deadline;
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
import florin.core.Money;
import florin.core.Realm;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The connector for Mollie's hosted page, and for the payment methods that Mollie saves on it. */
final class MollieConnector implements Connector {
  private static final Timing TIMING =
      new Timing(
          Duration.ofSeconds(25),
          RemoteExchanges.MAY_STILL_ARRIVE,
          Duration.ofSeconds(5),
          // A refund that a bank returns fails after it succeeded.
          Duration.ofDays(30));

  /**
   * The repetition of requests. Mollie keeps an idempotency key for an hour; ten minutes are left
   * for clocks and queues.
   */
  private static final Repetition REPETITION = new Repetition(Duration.ofMinutes(50), true);

  private final ConnectorId id;
  private final MollieAccount account;
  private final MolliePages pages;
  private final MollieFollowUps followUps;
  private final Optional<MollieSettlements> settlements;
  private final Capabilities capabilities;

  /**
   * Creates the connector.
   *
   * @param settlements empty without an organization token
   */
  MollieConnector(
      ConnectorId id,
      MollieAccount account,
      MollieSettings settings,
      Optional<MollieSettlements> settlements) {
    this.id = id;
    this.settlements = settlements;
    this.account = account;
    this.pages = new MolliePages(account, settings, id.text());
    this.followUps = new MollieFollowUps(account, pages);
    this.capabilities =
        new Capabilities(
            account.live(),
            false,
            true,
            new AcceptedCredentials(
                Set.of(Credential.Page.class, Credential.Saved.class),
                true,
                MollieMethods.ofPages(settings.methods())),
            TIMING,
            REPETITION);
  }

  @Override
  public String id() {
    return id.text();
  }

  @Override
  public String kind() {
    return MollieKind.KIND;
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
    return MollieMoney.has(currency);
  }

  /** Returns what Mollie's list says, once it is known. */
  @Override
  public Set<String> savable(Money amount) {
    return account.offers().savable(amount);
  }

  @Override
  public Outcome authorize(AuthorizeRequest request, Deadline deadline) {
    return isOurs(request.realm()) ? pages.authorize(request, deadline) : RemoteExchanges.TAKEN;
  }

  /** Asks Mollie for the outcome. The payer's parameters are ignored. */
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
    // The step of a follow-up has the operation's name.
    if (!before.stream().allMatch(step -> step.step().equals(operation.text()))) {
      return RemoteExchanges.TAKEN;
    }
    return RemoteFacts.outcome(before)
        .orElseGet(() ->
            switch (operation) {
              case CAPTURE, REFUND -> followUps.move(operation, request, before, deadline);
              case CANCEL -> followUps.cancel(request, before, deadline);
              case AUTHORIZE -> ResponseCodes.decline(ResponseCodes.INVALID_TRANSACTION);
            });
  }

  @Override
  public Inquiry inquire(InquiryRequest request, Deadline deadline) {
    RemoteExchanges exchanges = account.exchanges();
    List<ExchangeStep> before = exchanges.list(request.reference());
    if (exchanges.closesUnsent(request.reference(), request.operation(), before)) {
      return new Inquiry.Absent();
    }
    List<ExchangeStep> steps = before.isEmpty() ? exchanges.list(request.reference()) : before;
    if (steps.stream().anyMatch(ExchangeStep::isClosed)) {
      return new Inquiry.Absent();
    }
    return RemoteFacts.outcome(steps)
        .<Inquiry>map(Inquiry.Found::new)
        .orElseGet(() ->
            request.operation() == OperationKind.AUTHORIZE
                ? pages.inquire(request, steps, deadline)
                : followUps.inquire(request, steps, deadline));
  }

  @Override
  public boolean revoke(Credential.Saved credential, Deadline deadline) {
    return pages.charges().revoke(credential, deadline);
  }

  @Override
  public ProviderWebhook.ProviderWebhookReading read(ProviderWebhookRequest request) {
    return MollieWebhooks.read(request.body());
  }

  @Override
  public ProviderListing list(Instant since, Optional<String> after, Deadline deadline) {
    return new MollieListing(account).list(since, after, deadline);
  }

  @Override
  public SettlementListing listSettlements(
      Instant since, Optional<String> after, Deadline deadline) {
    return settlements
        .map(it -> it.list(since, after, deadline))
        .orElseGet(SettlementListing.Unsupported::new);
  }

  private boolean isOurs(Realm realm) {
    return realm.equals(account.realm());
  }
}
