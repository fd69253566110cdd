package florin.payment;

import florin.connector.AuthorizeRequest;
import florin.connector.BillingAddress;
import florin.connector.Outcome;
import florin.connector.ThreeDSecureResult;
import florin.core.Id.CustomerId;
import florin.core.Id.PaymentId;
import florin.core.Realm;
import florin.db.Write;
import florin.payment.Payment.Instrument;
import florin.payment.Payment.Order;
import florin.paymentmethod.CardsOnFile;
import florin.paymentmethod.ChargeableCard;
import florin.paymentmethod.PaymentMethod;
import florin.paymentmethod.PaymentMethodStore;
import florin.paymentmethod.Tender;
import florin.paymentmethod.Tender.NewCard;
import florin.paymentmethod.Tender.SavedMethod;
import florin.vault.Card;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;

/** Takes what a request offers to pay with. */
final class Tenders {
  private final CardsOnFile cards;
  private final Function<Realm, Optional<String>> descriptors;
  private final ChallengeLinks links;

  /**
   * @param descriptors the account's words for the payer's statement
   */
  Tenders(CardsOnFile cards, Function<Realm, Optional<String>> descriptors, ChallengeLinks links) {
    this.cards = cards;
    this.descriptors = descriptors;
    this.links = links;
  }

  /**
   * What is paid with, and how the beginning writes that down.
   *
   * @param order for the customer whose method it is, also where the request does not say so, and
   *     with words for the statement
   * @param card without a code where it comes from the vault
   * @param write the new method, or the guard that the saved one may be used
   */
  record Taken(Order order, Instrument instrument, Card card, Write write) {}

  /** Refuses a saved method that cannot be paid with. */
  Taken take(Realm realm, PaymentId payment, CreatePayment command, Instant now) {
    Order order = command.order().orDescribed(() -> descriptors.apply(realm));
    return switch (command.tender()) {
      case NewCard offered -> {
        PaymentMethod method = cards.keep(realm, offered, Optional.of(payment), now);
        yield new Taken(
            order, instrument(method, command), offered.card(), PaymentMethodStore.insert(method));
      }
      case SavedMethod(var id) -> {
        PaymentMethod method = cards.get(realm, id, command.order().customer());
        Card card =
            cards.open(method).orElseThrow(() -> new IllegalStateException(id + " has no number"));
        Optional<CustomerId> customer = command.order().customer().or(method::customer);
        yield new Taken(
            order.of(customer), instrument(method, command), card, cards.use(method, payment));
      }
    };
  }

  /**
   * How a network is asked for the authorisation. Nothing is sent when the card's number has been
   * erased meanwhile. Its code is held while the payer acts.
   */
  Ask asking(CreatePayment command) {
    return call ->
        charge(call.payment(), command.tender())
            .map(card -> {
              Outcome outcome =
                  call.connector()
                      .authorize(
                          authorization(call, card, command.threeDSecure()), call.deadline());
              if (outcome instanceof Outcome.RequiresAction) {
                Payment payment = call.payment();
                cards.hold(payment.realm(), payment.instrument().id(), card.card().code());
              }
              return outcome;
            })
            .orElseGet(Outcome.NotSent::new);
  }

  /** The card, with its code if that is at hand. Empty when its number has been erased. */
  private Optional<ChargeableCard> charge(Payment payment, Tender tender) {
    return switch (tender) {
      case NewCard(Card card, var _) -> Optional.of(new ChargeableCard(card, false));
      case SavedMethod _ -> cards.charge(payment.realm(), payment.instrument().id());
    };
  }

  /** What the network is told. */
  AuthorizeRequest authorization(
      Call call, ChargeableCard chargeable, Optional<ThreeDSecureResult> threeDSecure) {
    Payment payment = call.payment();
    Card card = chargeable.card();
    return new AuthorizeRequest(
        call.attempt().reference(),
        payment.realm(),
        payment.order().amount(),
        switch (payment.order().captureMethod()) {
          case AUTOMATIC -> AuthorizeRequest.Capture.AUTOMATIC;
          case MANUAL -> AuthorizeRequest.Capture.MANUAL;
        },
        new florin.connector.Card(card.pan(), card.expMonth(), card.expYear(), card.code()),
        payment
            .instrument()
            .billing()
            .address()
            .map(address -> new BillingAddress(address.line1(), address.postalCode())),
        threeDSecure,
        payment.order().statementDescriptor(),
        chargeable.challengedBefore(),
        Optional.of(links.returnUrl(payment)));
  }

  private static Instrument instrument(PaymentMethod method, CreatePayment command) {
    return new Instrument(
        method.id(),
        method.card(),
        method.billing(),
        method.created(),
        method.customer(),
        command.savesMethod() && !method.isAttached());
  }
}
