package florin.payment;

import florin.connector.AuthorizeRequest;
import florin.connector.AuthorizeRequest.BillingAddress;
import florin.connector.AuthorizeRequest.MerchantInitiated;
import florin.connector.AuthorizeRequest.PageContent;
import florin.connector.Credential;
import florin.connector.Credential.PlainCard;
import florin.connector.Outcome;
import florin.connector.ThreeDSecureResult;
import florin.core.Id.CustomerId;
import florin.core.Id.PaymentId;
import florin.core.Realm;
import florin.db.Write;
import florin.instrument.Card;
import florin.instrument.Instrument;
import florin.instrument.Instrument.InstrumentFault;
import florin.lists.BlockedPaymentStore.Block;
import florin.lists.Lists;
import florin.lists.PayerTraits;
import florin.mandate.Mandate;
import florin.mandate.MandateUse;
import florin.mandate.MandateUse.OffSession;
import florin.mandate.Mandates;
import florin.payment.execution.InFlightOperation;
import florin.payment.execution.NetworkCall;
import florin.payment.machine.Payment;
import florin.payment.machine.Payment.Method;
import florin.payment.machine.Payment.PaymentTerms;
import florin.payment.view.ChallengeLinks;
import florin.paymentmethod.CardsOnFile;
import florin.paymentmethod.CardsOnFile.Chargeable;
import florin.paymentmethod.PaymentMethod;
import florin.paymentmethod.PaymentMethodData;
import florin.paymentmethod.PaymentMethodData.NewMethod;
import florin.paymentmethod.PaymentMethodData.SavedMethod;
import florin.paymentmethod.PaymentMethodStore;
import java.net.InetAddress;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Stream;

/** The resolution of the payment method data in a request. */
public final class PaymentMethodResolver {
  private final CardsOnFile cards;
  private final Function<Realm, Optional<String>> descriptors;
  private final BiFunction<Realm, CustomerId, Optional<String>> emails;
  private final ChallengeLinks links;
  private final Lists lists;

  /**
   * Creates a resolver.
   *
   * @param descriptors returns an account's statement descriptor
   * @param emails returns a customer's email address
   */
  public PaymentMethodResolver(
      CardsOnFile cards,
      Function<Realm, Optional<String>> descriptors,
      BiFunction<Realm, CustomerId, Optional<String>> emails,
      ChallengeLinks links,
      Lists lists) {
    this.cards = cards;
    this.descriptors = descriptors;
    this.emails = emails;
    this.links = links;
    this.lists = lists;
  }

  /**
   * The resolved payment method, and the writes for the payment's first commit.
   *
   * @param terms the terms, with the customer who owns the method, even if the request names none,
   *     and with the statement descriptor
   * @param credential the credential of a card; without a security code if it comes from the vault
   * @param writes the insert of a new method, or the guards that a saved one and its mandate may be
   *     used
   */
  record Means(PaymentTerms terms, Method method, Credential credential, List<Write> writes) {
    Means {
      writes = List.copyOf(writes);
    }

    /** Returns the fault that a check finds before any network is called. */
    Optional<InstrumentFault> fault(Instant now) {
      return Instrument.check(credential, now);
    }
  }

  /** Resolves the payment method. Throws a rejection if a saved method can't be used. */
  Means take(Realm realm, PaymentId payment, CreatePayment command, Instant now) {
    PaymentTerms terms = command.terms().orDescribed(() -> descriptors.apply(realm));
    return switch (command.methodData()) {
      case NewMethod offered -> {
        PaymentMethod method = cards.keep(realm, offered, Optional.of(payment), now);
        yield new Means(
            terms,
            paidWith(method, command, command.consent().map(MandateUse.class::cast)),
            offered.credential(),
            List.of(PaymentMethodStore.insert(method)));
      }
      case SavedMethod(var id) -> {
        PaymentMethod method = cards.get(realm, id, command.terms().customer());
        Credential credential =
            cards.open(method).orElseThrow(() -> new IllegalStateException(id + " has no number"));
        if (credential instanceof Credential.Saved && command.offSession().isEmpty()) {
          throw PaymentRefusals.keptByProvider();
        }
        Optional<CustomerId> customer = command.terms().customer().or(method::customer);
        Optional<Mandate> mandate = command.offSession().map(_ -> cards.getMandate(method, now));
        yield new Means(
            terms.of(customer),
            paidWith(method, command, mandateUse(command, method, mandate)),
            credential,
            Stream.concat(
                    Stream.of(cards.use(method, payment)), mandate.map(Mandates::use).stream())
                .toList());
      }
    };
  }

  /**
   * Returns the entry of the block list that stops a payment with a card or on a provider's page. A
   * bank transfer is sent by the payer's bank, so it isn't stopped.
   *
   * @param address of the payer's browser; empty if a server sent the payment
   */
  Optional<Block> findBlock(
      Realm realm, Means means, CreatePayment command, Optional<InetAddress> address) {
    if (means.credential() instanceof Credential.Transfer || lists.isEmpty(realm)) {
      return Optional.empty();
    }
    return lists.findBlock(
        realm,
        PayerTraits.of(
            means.method().instrument().findCard().flatMap(Card::fingerprint),
            means.credential() instanceof PlainCard plain && plain.pan().isValid()
                ? Optional.of(plain.pan().digits())
                : Optional.empty(),
            lists.listsEmails(realm) ? emails(realm, means, command) : List.of(),
            address));
  }

  private List<String> emails(Realm realm, Means means, CreatePayment command) {
    return Stream.of(
            means.terms().receiptEmail(),
            command.page().email(),
            means.method().billing().email(),
            means.terms().customer().flatMap(id -> emails.apply(realm, id)))
        .flatMap(Optional::stream)
        .distinct()
        .toList();
  }

  /**
   * Returns the call that requests the authorization. If the card's number has been erased in the
   * meantime, or its mandate revoked, nothing is sent. While the payer acts, the card's security
   * code is held.
   */
  NetworkCall asking(CreatePayment command) {
    return call ->
        charge(call.payment(), command.methodData())
            .filter(_ -> isAllowed(call.payment()))
            .map(chargeable -> {
              Outcome outcome =
                  call.connector()
                      .authorize(
                          authorization(
                              call, chargeable, command.threeDSecure(), page(call, command.page())),
                          call.deadline());
              if (outcome instanceof Outcome.RequiresAction) {
                Payment payment = call.payment();
                cards.hold(payment.realm(), payment.method().id(), chargeable.credential());
              }
              return outcome;
            })
            .orElseGet(Outcome.NotSent::new);
  }

  /**
   * Returns the credential, with the security code of a card if it is available. Returns empty if
   * the number was erased.
   */
  private Optional<Chargeable> charge(Payment payment, PaymentMethodData methodData) {
    return switch (methodData) {
      case NewMethod(Credential credential, var _) ->
          Optional.of(new Chargeable(credential, false));
      case SavedMethod _ -> cards.charge(payment.realm(), payment.method().id());
    };
  }

  /**
   * Returns the content of the provider's page. The payer's email address is that of the receipt,
   * otherwise that of the command, otherwise the customer's.
   */
  private PageContent page(InFlightOperation call, PageContent given) {
    Payment payment = call.payment();
    PaymentTerms terms = payment.terms();
    return call.connector().capabilities().local()
        ? PageContent.NONE
        : new PageContent(
            terms.description(),
            terms
                .receiptEmail()
                .or(given::email)
                .or(() -> terms.customer().flatMap(id -> emails.apply(payment.realm(), id))),
            given.language().or(terms::locale),
            given.lines(),
            payment.method().saved());
  }

  /** Returns the request for the network. */
  public AuthorizeRequest authorization(
      InFlightOperation call,
      Chargeable chargeable,
      Optional<ThreeDSecureResult> threeDSecure,
      PageContent page) {
    Payment payment = call.payment();
    return new AuthorizeRequest(
        call.attempt().reference(),
        payment.realm(),
        payment.terms().amount(),
        switch (payment.terms().captureMethod()) {
          case AUTOMATIC -> AuthorizeRequest.Capture.AUTOMATIC;
          case MANUAL -> AuthorizeRequest.Capture.MANUAL;
        },
        chargeable.credential(),
        payment
            .method()
            .billing()
            .address()
            .map(address -> new BillingAddress(address.line1(), address.postalCode())),
        threeDSecure,
        payment.terms().statementDescriptor(),
        chargeable.challengedBefore(),
        payment.method().offSession().map(charge -> merchantInitiated(payment, charge)),
        call.connector().capabilities().local()
            ? Optional.empty()
            : Optional.of(links.returnUrl(payment)),
        page);
  }

  /**
   * Returns whether the payment may be sent. A repeated request can send it long after its first
   * commit, which required the mandate.
   */
  private boolean isAllowed(Payment payment) {
    return payment
        .method()
        .offSession()
        .map(charge ->
            cards
                .findMandate(payment.realm(), charge.mandate())
                .filter(mandate -> mandate.state().revocation().isEmpty())
                .isPresent())
        .orElse(true);
  }

  private MerchantInitiated merchantInitiated(Payment payment, OffSession charge) {
    return new MerchantInitiated(
        charge.reason(),
        cards
            .findMandate(payment.realm(), charge.mandate())
            .flatMap(mandate -> mandate.state().networkTransactionId()));
  }

  /**
   * Returns the part that a mandate has in a payment with a saved method.
   *
   * @throws florin.core.Refusal if the payer's consent is for a method that stays unattached
   */
  private static Optional<MandateUse> mandateUse(
      CreatePayment command, PaymentMethod method, Optional<Mandate> charged) {
    if (command.consent().isPresent() && !method.isAttached() && !command.savesMethod()) {
      throw PaymentRefusals.mandateOfUnattached();
    }
    return charged.isPresent()
        ? Optional.of(
            new OffSession(
                command.offSession().orElseThrow(), charged.get().id(), command.recovers()))
        : command.consent().map(MandateUse.class::cast);
  }

  private static Method paidWith(
      PaymentMethod method, CreatePayment command, Optional<MandateUse> mandate) {
    return new Method(
        method.id(),
        method.instrument(),
        method.billing(),
        method.created(),
        method.customer(),
        command.savesMethod() && !method.isAttached(),
        mandate);
  }
}
