package florin.payment.machine;

import florin.connector.Checks;
import florin.connector.ConnectorName;
import florin.connector.ProviderDetails;
import florin.connector.ProviderDispute;
import florin.connector.RiskLevel;
import florin.core.ErrorCode;
import florin.core.Id;
import florin.core.Id.CustomerId;
import florin.core.Id.MandateId;
import florin.core.Id.PaymentId;
import florin.core.Id.PaymentMethodId;
import florin.core.Id.SetupId;
import florin.core.Money;
import florin.core.Realm;
import florin.core.ReturnUrl;
import florin.instrument.BankTransfer;
import florin.instrument.Card;
import florin.instrument.Hosted;
import florin.instrument.Instrument;
import florin.mandate.MandateUse;
import florin.mandate.MandateUse.Consent;
import florin.mandate.MandateUse.OffSession;
import florin.payment.machine.AtProvider.DisputedMoney;
import florin.paymentmethod.BillingDetails;
import java.net.URI;
import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * A payment: the terms that the merchant requested, the payment method, the connector, and the
 * state. A payment of zero is a {@link #isSetup() setup} (docs/decisions/048-setups.md).
 *
 * @param connector the connector that receives all of its attempts
 */
public record Payment(
    Realm realm,
    PaymentId id,
    Instant created,
    PaymentTerms terms,
    Method method,
    ConnectorName connector,
    State state) {

  /**
   * The terms that the merchant requested.
   *
   * @param statementDescriptor the text that the payer reads on the statement
   * @param returnUrl where the payer returns after acting
   * @param locale the payer's language, for mails and for a provider's page
   */
  public record PaymentTerms(
      Money amount,
      CaptureMethod captureMethod,
      Optional<CustomerId> customer,
      Optional<String> description,
      Map<String, String> metadata,
      Optional<String> receiptEmail,
      Optional<String> statementDescriptor,
      Optional<URI> returnUrl,
      Optional<String> locale) {
    /** Creates terms without a language. */
    public PaymentTerms(
        Money amount,
        CaptureMethod captureMethod,
        Optional<CustomerId> customer,
        Optional<String> description,
        Map<String, String> metadata,
        Optional<String> receiptEmail,
        Optional<String> statementDescriptor,
        Optional<URI> returnUrl) {
      this(
          amount,
          captureMethod,
          customer,
          description,
          metadata,
          receiptEmail,
          statementDescriptor,
          returnUrl,
          Optional.empty());
    }

    public PaymentTerms {
      // Sorted, so that the same metadata always gives the same bytes.
      metadata = Collections.unmodifiableSortedMap(new TreeMap<>(metadata));
    }

    /** Returns these terms, with the account's statement descriptor if the payment has none. */
    public PaymentTerms orDescribed(Supplier<Optional<String>> words) {
      return statementDescriptor.isPresent()
          ? this
          : new PaymentTerms(
              amount,
              captureMethod,
              customer,
              description,
              metadata,
              receiptEmail,
              words.get(),
              returnUrl,
              locale);
    }

    public PaymentTerms of(Optional<CustomerId> whose) {
      return new PaymentTerms(
          amount,
          captureMethod,
          whose,
          description,
          metadata,
          receiptEmail,
          statementDescriptor,
          returnUrl,
          locale);
    }
  }

  /**
   * The payment method at the time of payment. The record stays even if the payment method is
   * erased.
   *
   * @param created when the payment method was created: with the payment, or earlier
   * @param customer the customer to whom it was attached
   * @param saved whether the commit that approves the payment attaches it to the payment's customer
   * @param mandate the mandate that the payment gives or relies on
   */
  public record Method(
      PaymentMethodId id,
      Instrument instrument,
      BillingDetails billing,
      Instant created,
      Optional<CustomerId> customer,
      boolean saved,
      Optional<MandateUse> mandate) {
    /** Returns the label for people. */
    public String label() {
      return instrument.label();
    }

    /** Returns the charge under a mandate; empty if the payer was present. */
    public Optional<OffSession> offSession() {
      return mandate.filter(OffSession.class::isInstance).map(OffSession.class::cast);
    }

    /** Returns the payer's consent to later charges. */
    public Optional<Consent> consent() {
      return mandate.filter(Consent.class::isInstance).map(Consent.class::cast);
    }

    private Method with(Instrument paid, BillingDetails known) {
      return new Method(id, paid, known, created, customer, saved, mandate);
    }
  }

  /** The network's result codes and checks. */
  public record NetworkResult(
      Optional<String> responseCode, Optional<Checks> checks, Optional<RiskLevel> riskLevel) {
    public static final NetworkResult NONE =
        new NetworkResult(Optional.empty(), Optional.empty(), Optional.empty());
  }

  /**
   * The mutable part of a payment.
   *
   * @param version increased by every update; an update succeeds only if no other process has
   *     increased it in the meantime
   * @param sequence the number of events of the payment
   * @param pending the operation that is in flight at the network; until it ends, no other begins
   * @param cancellationReason set when the cancellation begins
   * @param provider the details at the provider, once it has reported them
   */
  public record State(
      int version,
      int sequence,
      Status status,
      Optional<Operation> pending,
      Amounts amounts,
      Optional<Failure> failure,
      NetworkResult networkResult,
      Optional<Instant> captured,
      Optional<Instant> canceled,
      Optional<CancellationReason> cancellationReason,
      Authentication authentication,
      Optional<AtProvider> provider) {
    State with(AtProvider next) {
      return with(sequence, Optional.of(next));
    }

    /** Returns the state with the number of its next event. The version stays. */
    State announced() {
      return with(sequence + 1, provider);
    }

    private State with(int number, Optional<AtProvider> details) {
      return new State(
          version,
          number,
          status,
          pending,
          amounts,
          failure,
          networkResult,
          captured,
          canceled,
          cancellationReason,
          authentication,
          details);
    }
  }

  Payment with(PaymentTerms next) {
    return new Payment(realm, id, created, next, method, connector, state);
  }

  /**
   * Returns whether it is a setup: an authorization of zero, which saves the payment method and
   * moves no money. It is a payment for Florin and the network only. Merchants and payers see a
   * setup, and no list, metric or receipt includes it.
   */
  public boolean isSetup() {
    return terms.amount().isZero();
  }

  /** Returns the id that merchants and payers see. */
  public Id publicId() {
    return isSetup() ? new SetupId(id.uuid()) : id;
  }

  /** Returns the mandate that it gave, if it is a setup that succeeded with the payer's consent. */
  public Optional<MandateId> mandateOfSetup() {
    return isSetup() && wasApproved()
        ? method.consent().map(_ -> MandateId.ofSetup(id))
        : Optional.empty();
  }

  public Status status() {
    return state.status();
  }

  /**
   * Returns whether the payment waits for the payer. It no longer does once the payer has acted.
   */
  public boolean isWaitingForPayer() {
    return status() == Status.REQUIRES_ACTION && state.pending().isEmpty();
  }

  /**
   * Returns whether the payer acts where Florin doesn't see it: on a provider's page or at a bank.
   */
  boolean isPaidElsewhere() {
    return state.authentication().page().isPresent() || method.instrument().mayChange();
  }

  /** Returns the bank transfer that pays it; empty for another payment method. */
  public Optional<BankTransfer> findTransfer() {
    return switch (method.instrument()) {
      case BankTransfer transfer -> Optional.of(transfer);
      case Card _, Hosted _ -> Optional.empty();
    };
  }

  /** Returns the amount that a payer who sends several transfers has yet to send. */
  public Money outstanding() {
    return findTransfer()
        .flatMap(BankTransfer::received)
        .map(received -> terms.amount().minus(received))
        .orElse(terms.amount());
  }

  /** Returns the URL where the payer returns after acting, with the payment's id. */
  public Optional<String> findReturnUrl() {
    return terms.returnUrl().map(url -> ReturnUrl.with(url, publicId().kind().noun(), publicId()));
  }

  /**
   * Returns whether the payer can still pay it: the merchant charged it without the payer, and the
   * issuer asks for the payer.
   */
  public boolean isRecoverable() {
    return method.offSession().isPresent()
        && state
            .failure()
            .filter(failure -> failure.code() == ErrorCode.AUTHENTICATION_REQUIRED)
            .isPresent();
  }

  /**
   * Returns the charge without the payer that this one repeats, or its own id if it repeats none.
   * The first declined charge opened the checkout session of all of them.
   */
  public PaymentId firstCharge() {
    return method.offSession().flatMap(OffSession::recovers).orElse(id);
  }

  /** Returns whether the network has approved it, whatever its status is now. */
  public boolean wasApproved() {
    return state.networkResult().checks().isPresent();
  }

  /** Returns the customer to whom its payment method belongs. */
  public Optional<CustomerId> methodOwner() {
    boolean isSaved =
        switch (method.instrument()) {
          case Card _, BankTransfer _ -> method.saved();
          case Hosted _ -> false;
        };
    return isSaved && wasApproved() ? terms.customer() : method.customer();
  }

  /** Returns the dispute of the payment that counts, open or closed. */
  public Optional<ProviderDispute> findDispute() {
    return state.provider().flatMap(AtProvider::dispute);
  }

  /** Returns the money of all its disputes. */
  public DisputedMoney disputed() {
    return state.provider().map(AtProvider::disputed).orElse(DisputedMoney.NONE);
  }

  /** Returns whether the amount that the provider moved differs from this payment's amount. */
  public boolean differsAtProvider() {
    return state.provider().flatMap(AtProvider::differs).isPresent();
  }

  /**
   * Returns whether it has a receipt, which is permanent once it has succeeded. Refunds don't
   * change the status.
   */
  public boolean hasReceipt() {
    return status() == Status.SUCCEEDED && !isSetup();
  }

  /**
   * Returns the payment with the provider's details: its identifiers, and the card and payer there.
   */
  Payment with(ProviderDetails details, boolean differs, Instant now) {
    Method paid = method.with(used(details), method.billing().orElse(details.payer()));
    return new Payment(
        realm,
        id,
        created,
        terms,
        paid,
        connector,
        state.with(AtProvider.of(details, state.provider(), differs, now)));
  }

  /** Returns the card that was used, or the method that was used on the provider's page. */
  private Instrument used(ProviderDetails details) {
    return details
        .card()
        .<Instrument>map(Card::of)
        .orElseGet(() ->
            switch (method.instrument()) {
              case Hosted page -> page.paidWith(details);
              case Card _, BankTransfer _ -> method.instrument();
            });
  }

  /** Returns the payment with more details of its instrument. */
  Payment with(Instrument paid) {
    return new Payment(
        realm, id, created, terms, method.with(paid, method.billing()), connector, state);
  }

  Payment with(State next) {
    return new Payment(realm, id, created, terms, method, connector, next);
  }
}
