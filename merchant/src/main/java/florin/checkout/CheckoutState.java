package florin.checkout;

import florin.checkout.CheckoutSession.Status;
import florin.connector.Connector;
import florin.connector.Connectors;
import florin.connector.Credential;
import florin.connector.Credential.PlainCard;
import florin.connector.PageOffer;
import florin.core.Money;
import florin.customer.Customers;
import florin.instrument.Instrument;
import florin.mandate.Mandate;
import florin.payment.machine.Payment;
import florin.payment.view.ChallengeLinks;
import florin.payment.view.ReceiptLinks;
import java.net.URI;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/**
 * The state of a session's page. It follows from the payment, which may have been paid a moment
 * ago, and not from the session's row alone. It writes nothing.
 */
public final class CheckoutState {
  static final String TRANSFER = Instrument.Type.BANK_TRANSFER.text();

  private final Tries tries;
  private final Customers customers;
  private final Connectors connectors;
  private final Offers offers;
  private final ChallengeLinks challenges;
  private final ReceiptLinks receipts;
  private final InstantSource clock;

  public CheckoutState(
      Tries tries,
      Customers customers,
      Connectors connectors,
      Offers offers,
      ChallengeLinks challenges,
      ReceiptLinks receipts,
      InstantSource clock) {
    this.tries = tries;
    this.customers = customers;
    this.connectors = connectors;
    this.offers = offers;
    this.challenges = challenges;
    this.receipts = receipts;
    this.clock = clock;
  }

  /** The state of a session for its payer. */
  public sealed interface Situation {
    /**
     * The session can be paid.
     *
     * @param last the last payment, which failed
     */
    record Payable(Optional<Payment> last) implements Situation {}

    /**
     * The payer must act.
     *
     * @param url the page for that
     * @param isElsewhere whether the page is another site's
     */
    record Acting(Payment payment, String url, boolean isElsewhere) implements Situation {}

    /** A bank transfer is expected. */
    record Transferring(Payment payment) implements Situation {}

    record Processing() implements Situation {}

    /**
     * The session is paid.
     *
     * @param receipt empty until the money is captured
     * @param email the address for the receipt
     * @param captured the amount, once the money is captured
     */
    record Paid(Optional<String> receipt, Optional<String> email, Optional<Money> captured)
        implements Situation {}

    record Expired() implements Situation {}

    /** The merchant has deleted the customer. */
    record Closed() implements Situation {}

    record Exhausted() implements Situation {}

    /** The link's limit of payments is reached. */
    record UsedUp() implements Situation {}

    record Unavailable() implements Situation {}
  }

  /** The payment method that the page offers first. */
  public enum OfferedWay {
    /** The card form, which exists only in test mode. */
    CARD,
    /** The page of the provider. */
    PROVIDER,
    /** Only a bank transfer. */
    TRANSFER,
    NOTHING
  }

  Situation standing(CheckoutSession session) {
    Optional<Payment> last = tries.last(session);
    return last.filter(payment -> !Tries.isOver(payment))
        .map(this::ofOpen)
        .orElseGet(() -> ofNone(session, last));
  }

  private Situation ofOpen(Payment payment) {
    return switch (payment.status()) {
      case SUCCEEDED ->
          new Situation.Paid(
              receipts.findUrl(payment),
              payment.terms().receiptEmail(),
              Optional.of(payment.state().amounts().captured()));
      case REQUIRES_CAPTURE ->
          new Situation.Paid(Optional.empty(), Optional.empty(), Optional.empty());
      case REQUIRES_ACTION ->
          payment.isWaitingForPayer() ? acting(payment) : new Situation.Processing();
      case PROCESSING, FAILED, CANCELED -> new Situation.Processing();
    };
  }

  private Situation acting(Payment payment) {
    if (payment.findTransfer().isPresent()) {
      return new Situation.Transferring(payment);
    }
    Optional<URI> page = payment.state().authentication().page();
    return new Situation.Acting(
        payment,
        page.map(URI::toASCIIString).orElseGet(() -> challenges.url(payment)),
        page.isPresent());
  }

  private Situation ofNone(CheckoutSession session, Optional<Payment> last) {
    if (session.status() == Status.COMPLETE) {
      // Its payment was approved, and the merchant then canceled it.
      return new Situation.Paid(Optional.empty(), Optional.empty(), Optional.empty());
    }
    if (!session.isInTime(clock.instant())) {
      return new Situation.Expired();
    }
    if (session
        .settings()
        .customer()
        .filter(id -> customers.find(session.realm(), id).isEmpty())
        .isPresent()) {
      return new Situation.Closed();
    }
    if (session.state().tries() >= CheckoutSession.MAX_TRIES) {
      return new Situation.Exhausted();
    }
    if (tries.findLink(session).filter(PaymentLink::isUsedUp).isPresent()) {
      return new Situation.UsedUp();
    }
    return offer(session) == OfferedWay.NOTHING
        ? new Situation.Unavailable()
        : new Situation.Payable(last.filter(CheckoutState::isOfPayer));
  }

  /**
   * Returns the address that the page suggests for the receipt: that of the last try, otherwise the
   * merchant's, otherwise the customer's.
   */
  Optional<String> suggestEmail(CheckoutSession session, Optional<Payment> last) {
    return last.map(payment -> payment.terms().receiptEmail())
        .orElseGet(() ->
            session
                .settings()
                .customerEmail()
                .or(() ->
                    session
                        .settings()
                        .customer()
                        .flatMap(id -> customers.find(session.realm(), id))
                        .flatMap(customer -> customer.profile().email())));
  }

  /**
   * Returns the saved payment method that the payer is to confirm, until the payer's first try. On
   * a provider's page, the payer enters it again.
   */
  Optional<Payment.Method> findSaved(CheckoutSession session) {
    return session.recovered().isEmpty()
            || offerOfConnector(session) == OfferedWay.PROVIDER
            || tries.last(session).filter(CheckoutState::isOfPayer).isPresent()
        ? Optional.empty()
        : tries.findRecovered(session).map(Payment::method);
  }

  /** Returns the mandate that the payer renews on the provider's page. */
  Optional<Mandate> findRenewed(CheckoutSession session, String connector) {
    return tries.findRenewed(session, connector);
  }

  /** Returns whether the payer made the try, and not the merchant who charged again. */
  private static boolean isOfPayer(Payment payment) {
    return payment.method().offSession().isEmpty();
  }

  /** Returns the first offered method; a bank transfer may be possible in addition. */
  OfferedWay offer(CheckoutSession session) {
    OfferedWay way = offerOfConnector(session);
    return way == OfferedWay.NOTHING && offersTransfer(session) ? OfferedWay.TRANSFER : way;
  }

  /**
   * Returns whether a bank transfer is offered. If the link has limited slots, it is not, because
   * it would hold a slot for days.
   */
  boolean offersTransfer(CheckoutSession session) {
    return offers.offersTransfer(session.realm(), session.cart(), session.settings())
        && tries.findLink(session).filter(PaymentLink::isLimited).isEmpty();
  }

  /** Returns whether another method than a bank transfer is possible, with a try left for it. */
  boolean offersAnother(CheckoutSession session) {
    return session.isInTime(clock.instant())
        && session.state().tries() < CheckoutSession.MAX_TRIES
        && offerOfConnector(session) != OfferedWay.NOTHING;
  }

  /** Returns the names with which a session offers a kind of payment method. */
  static List<String> names(Instrument.Type type) {
    return switch (type) {
      case CARD, BANK_TRANSFER -> List.of(type.text());
      case HOSTED -> Credential.Page.METHODS;
    };
  }

  /** Returns the methods for the provider's page; empty for all. */
  static List<String> ofProvider(CheckoutSession session) {
    return session.settings().methods().stream()
        .filter(method -> !method.equals(TRANSFER))
        .toList();
  }

  private OfferedWay offerOfConnector(CheckoutSession session) {
    if (!offers(session).isEmpty()) {
      return OfferedWay.PROVIDER;
    }
    return !session.realm().isLive()
            && session.settings().offers(Instrument.Type.CARD.text())
            && session.settings().connectors().isEmpty()
            && takesCards(session)
        ? OfferedWay.CARD
        : OfferedWay.NOTHING;
  }

  /**
   * Returns the pages of providers between which the payer chooses, in order. The card of a
   * declined charge can be saved again only at the provider that keeps it.
   */
  List<PageOffer> offers(CheckoutSession session) {
    return offers.list(
        session,
        tries.findRecovered(session).map(Payment::connector),
        connector -> tries.findRenewed(session, connector.id()).isPresent());
  }

  private boolean takesCards(CheckoutSession session) {
    return connectors.listEnabled(session.realm()).stream()
        .filter(it -> isPossible(session, it))
        .anyMatch(it -> it.capabilities().accepts().credentials().contains(PlainCard.class));
  }

  /** Returns whether the connector can do what the session is for. */
  static boolean isPossible(CheckoutSession session, Connector connector) {
    return !session.isSetup() || connector.capabilities().accepts().setsUp();
  }
}
