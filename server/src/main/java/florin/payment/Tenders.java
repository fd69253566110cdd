package florin.payment;

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

/** Takes what a request offers to pay with. */
final class Tenders {
  private final CardsOnFile cards;

  Tenders(CardsOnFile cards) {
    this.cards = cards;
  }

  /**
   * What is paid with, and how the beginning writes that down.
   *
   * @param order for the customer whose method it is, also where the request does not say so
   * @param card without a code where it comes from the vault
   * @param write the new method, or the guard that the saved one may be used
   */
  record Taken(Order order, Instrument instrument, Card card, Write write) {}

  /** Refuses a saved method that cannot be paid with. */
  Taken take(Realm realm, PaymentId payment, CreatePayment command, Instant now) {
    return switch (command.tender()) {
      case NewCard offered -> {
        PaymentMethod method = cards.keep(realm, offered, Optional.of(payment), now);
        yield new Taken(
            command.order(),
            instrument(method, command),
            offered.card(),
            PaymentMethodStore.insert(method));
      }
      case SavedMethod(var id) -> {
        PaymentMethod method = cards.get(realm, id, command.order().customer());
        Card card =
            cards.open(method).orElseThrow(() -> new IllegalStateException(id + " has no number"));
        Optional<CustomerId> customer = command.order().customer().or(method::customer);
        yield new Taken(
            command.order().of(customer),
            instrument(method, command),
            card,
            cards.use(method, payment));
      }
    };
  }

  /**
   * The card to ask the network about, with its code if that is at hand. Empty when its number has
   * been erased.
   */
  Optional<ChargeableCard> charge(Payment payment, Tender tender) {
    return switch (tender) {
      case NewCard(Card card, var _) -> Optional.of(new ChargeableCard(card, false));
      case SavedMethod _ -> cards.charge(payment.realm(), payment.instrument().id());
    };
  }

  /** Holds the code of a card whose authorisation goes on once the payer has acted. */
  void hold(Payment payment, ChargeableCard chargeable) {
    cards.hold(payment.realm(), payment.instrument().id(), chargeable.card().code());
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
