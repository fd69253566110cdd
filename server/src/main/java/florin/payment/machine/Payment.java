package florin.payment.machine;

import florin.connector.Checks;
import florin.connector.ConnectorName;
import florin.connector.Dispute;
import florin.connector.ProviderDetails;
import florin.connector.RiskLevel;
import florin.core.Id.CustomerId;
import florin.core.Id.PaymentId;
import florin.core.Id.PaymentMethodId;
import florin.core.Money;
import florin.core.Realm;
import florin.core.ReturnUrl;
import florin.instrument.BankTransfer;
import florin.instrument.Card;
import florin.instrument.Instrument;
import florin.paymentmethod.BillingDetails;
import java.net.URI;
import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * A payment: who asked for what, paid with what, by which connector, and how it stands.
 *
 * @param connector to which all its attempts go
 */
public record Payment(
    Realm realm,
    PaymentId id,
    Instant created,
    Order order,
    Method method,
    ConnectorName connector,
    State state) {

  /**
   * What the merchant asked for.
   *
   * @param statementDescriptor what the payer reads on the statement
   * @param returnUrl where the payer comes back to after acting
   */
  public record Order(
      Money amount,
      CaptureMethod captureMethod,
      Optional<CustomerId> customer,
      Optional<String> description,
      Map<String, String> metadata,
      Optional<String> receiptEmail,
      Optional<String> statementDescriptor,
      Optional<URI> returnUrl) {
    public Order {
      // Sorted, so that the same metadata is always the same bytes.
      metadata = Collections.unmodifiableSortedMap(new TreeMap<>(metadata));
    }

    /** The same, with the account's words for the statement where the payment has none. */
    public Order orDescribed(Supplier<Optional<String>> words) {
      return statementDescriptor.isPresent()
          ? this
          : new Order(
              amount,
              captureMethod,
              customer,
              description,
              metadata,
              receiptEmail,
              words.get(),
              returnUrl);
    }

    public Order of(Optional<CustomerId> whose) {
      return new Order(
          amount,
          captureMethod,
          whose,
          description,
          metadata,
          receiptEmail,
          statementDescriptor,
          returnUrl);
    }
  }

  /**
   * What is paid with, as it was then: the payment method may be erased, the record stays.
   *
   * @param created when the payment method was made: with the payment, or before
   * @param customer to whom it was attached
   * @param saved whether it is attached to the payment's customer in the commit that approves it
   */
  public record Method(
      PaymentMethodId id,
      Instrument instrument,
      BillingDetails billing,
      Instant created,
      Optional<CustomerId> customer,
      boolean saved) {
    /** For people. */
    public String label() {
      return instrument.label();
    }

    private Method with(Instrument paid, BillingDetails known) {
      return new Method(id, paid, known, created, customer, saved);
    }
  }

  /** What the network said. */
  public record Verdict(
      Optional<String> responseCode, Optional<Checks> checks, Optional<RiskLevel> riskLevel) {
    public static final Verdict NONE =
        new Verdict(Optional.empty(), Optional.empty(), Optional.empty());
  }

  /**
   * What changes.
   *
   * @param version raised by every update, which holds only if nobody else has raised it meanwhile
   * @param sequence how many events there are of it
   * @param pending the operation that is under way at the network; while there is one, no other
   *     begins
   * @param cancellationReason set when the cancellation begins
   * @param provider what stands at the provider, once it has told
   */
  public record State(
      int version,
      int sequence,
      Status status,
      Optional<Operation> pending,
      Amounts amounts,
      Optional<Failure> failure,
      Verdict verdict,
      Optional<Instant> captured,
      Optional<Instant> canceled,
      Optional<CancellationReason> cancellationReason,
      Authentication authentication,
      Optional<AtProvider> provider) {
    State with(AtProvider next) {
      return new State(
          version,
          sequence,
          status,
          pending,
          amounts,
          failure,
          verdict,
          captured,
          canceled,
          cancellationReason,
          authentication,
          Optional.of(next));
    }
  }

  Payment with(Order next) {
    return new Payment(realm, id, created, next, method, connector, state);
  }

  public Status status() {
    return state.status();
  }

  /** Whether it waits for the payer; no longer from when the payer has acted. */
  public boolean isWaitingForPayer() {
    return status() == Status.REQUIRES_ACTION && state.pending().isEmpty();
  }

  /** Whether the payer acts where we do not see it: on a provider's page, at a bank. */
  boolean isPaidElsewhere() {
    return state.authentication().page().isPresent() || method.instrument().mayChange();
  }

  /** The bank transfer that it is paid by; empty where it is paid otherwise. */
  public Optional<BankTransfer> findTransfer() {
    return method.instrument() instanceof BankTransfer transfer
        ? Optional.of(transfer)
        : Optional.empty();
  }

  /** What a payer who sends it in parts has still to send. */
  public Money outstanding() {
    return findTransfer()
        .flatMap(BankTransfer::received)
        .map(received -> order.amount().minus(received))
        .orElse(order.amount());
  }

  /** Where the payer comes back to after acting, with the payment's id. */
  public Optional<String> findReturnUrl() {
    return order.returnUrl().map(url -> ReturnUrl.with(url, "payment", id));
  }

  /** Whether the network has approved it, whatever has become of it since. */
  public boolean wasApproved() {
    return state.verdict().checks().isPresent();
  }

  /** To whom its payment method belongs. */
  public Optional<CustomerId> methodOwner() {
    return method.saved() && wasApproved() ? order.customer() : method.customer();
  }

  /** Returns the latest dispute of it, open or over. */
  public Optional<Dispute> findDispute() {
    return state.provider().flatMap(AtProvider::dispute);
  }

  /** Returns whether the provider has moved another amount than this payment says. */
  public boolean differsAtProvider() {
    return state.provider().flatMap(AtProvider::differs).isPresent();
  }

  /** Once it has succeeded, and for good: refunds do not change the status. */
  public boolean hasReceipt() {
    return status() == Status.SUCCEEDED;
  }

  /** The same, with what the provider has told of it: its names, and what was paid with there. */
  Payment with(ProviderDetails details, boolean differs, Instant now) {
    Method paid =
        method.with(
            details.card().<Instrument>map(Card::of).orElse(method.instrument()),
            method.billing().orElse(details.payer()));
    return new Payment(
        realm,
        id,
        created,
        order,
        paid,
        connector,
        state.with(AtProvider.of(details, state.provider(), differs, now)));
  }

  /** The same, with more of what it was paid with. */
  Payment with(Instrument paid) {
    return new Payment(
        realm, id, created, order, method.with(paid, method.billing()), connector, state);
  }

  Payment with(State next) {
    return new Payment(realm, id, created, order, method, connector, next);
  }
}
