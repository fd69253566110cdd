package florin.checkout;

import florin.checkout.BrakeGateApi.Counting;
import florin.checkout.Cart.LineItem;
import florin.connector.AuthorizeRequest.PageContent;
import florin.connector.AuthorizeRequest.PageContent.PageLine;
import florin.connector.Connectors;
import florin.connector.Credential;
import florin.connector.PaymentNeeds;
import florin.core.Currency;
import florin.core.ErrorCode;
import florin.core.Id.ConnectorId;
import florin.core.Id.RequestId;
import florin.core.Id.SetupId;
import florin.core.IdempotencyKey;
import florin.core.KeyedRequest;
import florin.core.KeyedRequest.KeyNamespace;
import florin.core.Money;
import florin.core.Problem;
import florin.core.Realm;
import florin.core.Refusal;
import florin.db.Write;
import florin.idempotency.Origin;
import florin.mandate.Mandate;
import florin.mandate.MandateUse.Consent;
import florin.payment.CreatePayment;
import florin.payment.Payments;
import florin.payment.Payments.Registration;
import florin.payment.SetupApi;
import florin.payment.challenge.Challenges;
import florin.payment.challenge.Challenges.Choice;
import florin.payment.machine.CaptureMethod;
import florin.payment.machine.Failure;
import florin.payment.machine.Payment;
import florin.payment.machine.Payment.PaymentTerms;
import florin.payment.machine.Status;
import florin.paymentmethod.CardsOnFile;
import florin.paymentmethod.PaymentMethodData;
import florin.paymentmethod.PaymentMethodData.NewMethod;
import java.net.InetAddress;
import java.net.URI;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The tries to pay a session: each is a payment, and at most one succeeds.
 *
 * <p>A try begins in one commit with the session's row, which counts it and names its payment. The
 * row must be as it was read, so only one of two concurrent tries begins. A try is possible only
 * after the previous payment has failed or was canceled, which is final. Its idempotency key, made
 * of session and count, is unavailable to merchants, so a form that is sent twice gets the first
 * outcome. If the session belongs to a link, the same commit takes a slot of the link. {@link
 * CheckoutCompletion} returns it when the payment fails or is canceled.
 */
public final class Tries {
  private final CheckoutSessionStore store;
  private final PaymentLinkStore linkStore;
  private final Payments payments;
  private final Challenges challenges;
  private final CardsOnFile cards;
  private final Connectors connectors;
  private final CheckoutLinks links;
  private final InstantSource clock;

  public Tries(
      CheckoutSessionStore store,
      PaymentLinkStore linkStore,
      Payments payments,
      Challenges challenges,
      CardsOnFile cards,
      Connectors connectors,
      CheckoutLinks links,
      InstantSource clock) {
    this.store = store;
    this.linkStore = linkStore;
    this.payments = payments;
    this.challenges = challenges;
    this.cards = cards;
    this.connectors = connectors;
    this.links = links;
    this.clock = clock;
  }

  /**
   * The payer's input.
   *
   * @param ordinal the number of the try, from 1, as the submitted page says
   * @param connector the connector whose page the payer chose
   * @param email the address for the receipt
   * @param text all of it except the card's code, to distinguish two forms
   * @param language the language of the submitted page
   * @param consent the payer's consent to the text on the submitted page
   * @param renews whether the consent renews that of a declined charge
   * @param counting the card that the brake counts
   * @param address of the payer's browser
   */
  public record Attempted(
      int ordinal,
      PaymentMethodData methodData,
      Optional<ConnectorId> connector,
      Optional<String> email,
      String text,
      Language language,
      Optional<Consent> consent,
      boolean renews,
      Optional<Counting> counting,
      Optional<InetAddress> address,
      RequestId request) {}

  /** Returns the payment of the last try; empty before the first. */
  Optional<Payment> last(CheckoutSession session) {
    return session.isSetup()
        ? session.payment().flatMap(id -> payments.find(session.realm(), new SetupId(id.uuid())))
        : session.payment().flatMap(id -> payments.find(session.realm(), id));
  }

  /** Returns the payment that failed without its payer, if the session recovers one. */
  Optional<Payment> findRecovered(CheckoutSession session) {
    return session
        .recovered()
        .flatMap(id -> payments.find(session.realm(), id))
        .filter(Payment::isRecoverable);
  }

  /**
   * Returns the mandate whose consent the payer renews on the provider's page. The page saves the
   * payment method again, because the provider doesn't let the payer confirm the saved one. Empty
   * if the session recovers no charge of a payment method that this provider keeps, or its mandate
   * has ended.
   *
   * @param connector the id of the provider's connector
   */
  Optional<Mandate> findRenewed(CheckoutSession session, String connector) {
    return findRecovered(session)
        .filter(declined -> declined.connector().id().equals(connector))
        .filter(declined -> isKeptByProvider(declined))
        .flatMap(declined -> declined.method().offSession())
        .flatMap(charge -> cards.findMandate(session.realm(), charge.mandate()))
        .filter(mandate -> mandate.status(clock.instant()) == Mandate.Status.ACTIVE);
  }

  private boolean isKeptByProvider(Payment declined) {
    var needs =
        new PaymentNeeds(
            new Credential.Page(List.of()),
            declined.terms().amount().currency(),
            true,
            declined.terms().captureMethod() == CaptureMethod.MANUAL,
            false);
    try {
      return connectors.route(declined.realm(), needs).stream()
          .filter(connector -> connector.name().equals(declined.connector()))
          .anyMatch(connector -> connector.capabilities().accepts().saves());
    } catch (Refusal unusable) {
      return false;
    }
  }

  /** Returns whether the last try has finally failed, so that the next may begin. */
  boolean areOver(CheckoutSession session) {
    return last(session).filter(payment -> !isOver(payment)).isEmpty();
  }

  static boolean isOver(Payment payment) {
    return payment.status() == Status.FAILED || payment.status() == Status.CANCELED;
  }

  /** Returns whether another try is allowed now. */
  boolean mayBegin(CheckoutSession session) {
    return session.isInTime(clock.instant())
        && session.state().tries() < CheckoutSession.MAX_TRIES
        && areOver(session);
  }

  /**
   * Pays, or does nothing if that is impossible now; the session's page then shows why.
   *
   * @return false if other payers have taken every slot of the session's link; then nothing was
   *     begun
   * @throws Refusal if the outcome is unknown yet, or nothing can be paid here
   */
  boolean pay(CheckoutSession session, Attempted attempted) {
    int next = session.state().tries() + 1;
    boolean isAgain = attempted.ordinal() == next - 1 && session.payment().isPresent();
    boolean isNext = attempted.ordinal() == next && mayBegin(session);
    if (!isAgain && !isNext) {
      return true;
    }
    var start = new Start(session, dueOfTry(session), attempted, clock.instant());
    try {
      payments.create(
          session.realm(), origin(session, attempted), command(session, attempted), start);
    } catch (Refusal refusal) {
      if (!isOvertaken(refusal)) {
        throw refusal;
      }
    }
    return !start.isFull;
  }

  /** Returns the next expiry check after a try has begun. */
  private Instant dueOfTry(CheckoutSession session) {
    Instant wait = clock.instant().plus(PaymentLink.LONGEST_WAIT);
    return findLink(session).filter(PaymentLink::isLimited).isPresent()
            && wait.isBefore(session.expires())
        ? wait
        : session.expires();
  }

  /** Returns the link that created the session. */
  Optional<PaymentLink> findLink(CheckoutSession session) {
    return session.link().flatMap(id -> linkStore.find(session.realm(), id));
  }

  /** Returns whether another form was faster, or this one was handled long ago. */
  private static boolean isOvertaken(Refusal refusal) {
    ErrorCode code = refusal.problem().code();
    return code == ErrorCode.IDEMPOTENCY_KEY_REUSED
        || code == ErrorCode.CHECKOUT_SESSION_UNEXPECTED_STATE;
  }

  private static Origin origin(CheckoutSession session, Attempted attempted) {
    return new Origin(
        attempted.request(),
        Optional.of(
            new KeyedRequest(
                KeyNamespace.CHECKOUT,
                new IdempotencyKey(session.id() + ":" + attempted.ordinal()),
                attempted.text())));
  }

  private CreatePayment command(CheckoutSession session, Attempted attempted) {
    Cart cart = session.cart();
    if (session.isSetup()) {
      return SetupApi.of(
          cart.amount().currency(),
          session.settings().customer().orElseThrow(),
          attempted.methodData(),
          attempted.consent(),
          Optional.of(URI.create(links.url(session))),
          Optional.empty(),
          attempted.connector(),
          cart.metadata(),
          page(session));
    }
    boolean saves =
        attempted.renews()
            || (session.settings().saving().isPresent()
                && !(attempted.methodData() instanceof NewMethod(Credential.Transfer _, var _)));
    return new CreatePayment(
        new PaymentTerms(
            cart.amount(),
            cart.captureMethod(),
            session.settings().customer(),
            cart.paymentDescription(),
            cart.metadata(),
            attempted.email(),
            findRecovered(session).flatMap(declined -> declined.terms().statementDescriptor()),
            Optional.of(URI.create(links.url(session))),
            session.settings().language().map(Language::text)),
        attempted.methodData(),
        saves,
        attempted.consent().filter(_ -> saves),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        attempted.connector(),
        page(session));
  }

  private static PageContent page(CheckoutSession session) {
    Cart cart = session.cart();
    return new PageContent(
        cart.description(),
        session.settings().customerEmail(),
        session.settings().language().map(Language::text),
        cart.lines().stream().map(line -> line(line, cart.amount().currency())).toList());
  }

  private static PageLine line(LineItem line, Currency currency) {
    return new PageLine(line.name(), new Money(line.amount(), currency), line.quantity());
  }

  /**
   * The writes with which a try begins: the session's row counts it, and its link provides a slot.
   */
  private static final class Start implements Registration {
    private final CheckoutSession session;
    private final Instant due;
    private final Attempted attempted;
    private final Instant now;
    private boolean isFull;

    Start(CheckoutSession session, Instant due, Attempted attempted, Instant now) {
      this.session = session;
      this.due = due;
      this.attempted = attempted;
      this.now = now;
    }

    @Override
    public List<Write> writes(Payment begun) {
      Write counted =
          CheckoutSessionStore.beginTry(session.tried(begun.id(), attempted.language(), due));
      return Stream.of(
              Stream.of(counted),
              attempted.counting().stream()
                  .filter(_ -> begun.state().failure().filter(Failure::isBlocked).isEmpty())
                  .map(it -> it.write(begun.method().id(), now)),
              session.link().filter(_ -> !isOver(begun)).stream()
                  .map(link -> PaymentLinkStore.take(session.realm(), link)))
          .flatMap(writes -> writes)
          .toList();
    }

    @Override
    public Optional<InetAddress> payerAddress() {
      return attempted.address();
    }

    @Override
    public void requireHeld(Write refused) {
      isFull = PaymentLinkStore.isTake(refused);
      if (isFull || CheckoutSessionStore.isTry(refused)) {
        throw new Problem.BadRequest(
                ErrorCode.CHECKOUT_SESSION_UNEXPECTED_STATE,
                "The checkout session has changed, or its payment link has reached its limit. No payment was created.")
            .refusal();
      }
    }
  }

  /**
   * Ends the last try if it waits for its payer. The network may respond that it was paid after
   * all.
   *
   * @throws Refusal if another operation on its payment is in flight and does not end soon
   */
  void end(CheckoutSession session, RequestId request) {
    last(session)
        .filter(payment -> payment.status() == Status.REQUIRES_ACTION)
        .ifPresent(payment -> challenges.choose(payment, Choice.ABANDON, request));
  }

  /** Returns whether the payer may have sent a bank transfer already, which takes days. */
  boolean areTransferring(CheckoutSession session) {
    return last(session)
        .filter(Payment::isWaitingForPayer)
        .flatMap(Payment::findTransfer)
        .isPresent();
  }

  /** Reads the session again. */
  CheckoutSession reread(CheckoutSession session) {
    Realm realm = session.realm();
    return store.find(realm, session.id()).orElseThrow(session.id()::notFound);
  }
}
