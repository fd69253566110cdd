package florin.payment;

import florin.connector.AuthorizeRequest;
import florin.connector.AuthorizeRequest.BillingAddress;
import florin.connector.AuthorizeRequest.PageContent;
import florin.connector.Credential;
import florin.connector.Outcome;
import florin.connector.ThreeDSecureResult;
import florin.core.Id.CustomerId;
import florin.core.Id.PaymentId;
import florin.core.Realm;
import florin.db.Write;
import florin.instrument.Instrument;
import florin.instrument.Instrument.InstrumentFault;
import florin.payment.execution.Ask;
import florin.payment.execution.Dispatch;
import florin.payment.machine.Payment;
import florin.payment.machine.Payment.Method;
import florin.payment.machine.Payment.Order;
import florin.payment.view.ChallengeLinks;
import florin.paymentmethod.CardsOnFile;
import florin.paymentmethod.CardsOnFile.Chargeable;
import florin.paymentmethod.PaymentMethod;
import florin.paymentmethod.PaymentMethodData;
import florin.paymentmethod.PaymentMethodData.NewMethod;
import florin.paymentmethod.PaymentMethodData.SavedMethod;
import florin.paymentmethod.PaymentMethodStore;
import java.time.Instant;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;

/** The resolution of the payment method data in a request. */
public final class PaymentMethodResolver {
  private final CardsOnFile cards;
  private final Function<Realm, Optional<String>> descriptors;
  private final BiFunction<Realm, CustomerId, Optional<String>> emails;
  private final ChallengeLinks links;

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
      ChallengeLinks links) {
    this.cards = cards;
    this.descriptors = descriptors;
    this.emails = emails;
    this.links = links;
  }

  /**
   * The resolved payment method, and the write for the payment's first commit.
   *
   * @param order the terms, with the customer who owns the method, even if the request names none,
   *     and with the statement descriptor
   * @param credential the credential of a card; without a security code if it comes from the vault
   * @param write the insert of a new method, or the guard that a saved one may be used
   */
  record Means(Order order, Method method, Credential credential, Write write) {
    /** Returns the fault that a check finds before any network is called. */
    Optional<InstrumentFault> fault(Instant now) {
      return Instrument.check(credential, now);
    }
  }

  /** Resolves the payment method. Throws a rejection if a saved method can't be used. */
  Means take(Realm realm, PaymentId payment, CreatePayment command, Instant now) {
    Order order = command.order().orDescribed(() -> descriptors.apply(realm));
    return switch (command.methodData()) {
      case NewMethod offered -> {
        PaymentMethod method = cards.keep(realm, offered, Optional.of(payment), now);
        yield new Means(
            order,
            paidWith(method, command),
            offered.credential(),
            PaymentMethodStore.insert(method));
      }
      case SavedMethod(var id) -> {
        PaymentMethod method = cards.get(realm, id, command.order().customer());
        Credential credential =
            cards.open(method).orElseThrow(() -> new IllegalStateException(id + " has no number"));
        Optional<CustomerId> customer = command.order().customer().or(method::customer);
        yield new Means(
            order.of(customer), paidWith(method, command), credential, cards.use(method, payment));
      }
    };
  }

  /**
   * Returns the call that requests the authorization. If the card's number has been erased in the
   * meantime, nothing is sent. While the payer acts, the card's security code is held.
   */
  Ask asking(CreatePayment command) {
    return call ->
        charge(call.payment(), command.methodData())
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
  private PageContent page(Dispatch call, PageContent given) {
    Payment payment = call.payment();
    Order order = payment.order();
    return call.connector().capabilities().local()
        ? PageContent.NONE
        : new PageContent(
            order.description(),
            order
                .receiptEmail()
                .or(given::email)
                .or(() -> order.customer().flatMap(id -> emails.apply(payment.realm(), id))),
            given.language(),
            given.lines());
  }

  /** Returns the request for the network. */
  public AuthorizeRequest authorization(
      Dispatch call,
      Chargeable chargeable,
      Optional<ThreeDSecureResult> threeDSecure,
      PageContent page) {
    Payment payment = call.payment();
    return new AuthorizeRequest(
        call.attempt().reference(),
        payment.realm(),
        payment.order().amount(),
        switch (payment.order().captureMethod()) {
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
        payment.order().statementDescriptor(),
        chargeable.challengedBefore(),
        call.connector().capabilities().local()
            ? Optional.empty()
            : Optional.of(links.returnUrl(payment)),
        page);
  }

  private static Method paidWith(PaymentMethod method, CreatePayment command) {
    return new Method(
        method.id(),
        method.instrument(),
        method.billing(),
        method.created(),
        method.customer(),
        command.savesMethod() && !method.isAttached());
  }
}
