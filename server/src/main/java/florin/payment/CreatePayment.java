package florin.payment;

import florin.payment.Payment.Order;
import florin.vault.Card;
import java.util.Map;
import java.util.TreeMap;

/** The command to make a payment with a card, as decoded and not yet checked with anybody. */
public record CreatePayment(Order order, Card card) {

  /**
   * The same text for the same request and no other, without the card's code. It holds the card
   * number: it goes into an HMAC and nowhere else.
   */
  String canonical() {
    var text = new StringBuilder("POST /v2/payments");
    field(text, order.amount().minor());
    field(text, order.amount().currency().code());
    field(text, order.captureMethod().text());
    field(text, order.customer().map(Object::toString).orElse(""));
    field(text, order.description().orElse(""));
    Map<String, String> sorted = new TreeMap<>(order.metadata());
    field(text, sorted.size());
    sorted.forEach((key, value) -> {
      field(text, key);
      field(text, value);
    });
    field(text, order.receiptEmail().orElse(""));
    field(text, order.statementDescriptor().orElse(""));
    field(text, card.pan().digits());
    field(text, card.expMonth());
    field(text, card.expYear());
    return text.toString();
  }

  /** Lengths before values: no two lists of fields make the same text. */
  private static void field(StringBuilder text, Object value) {
    String plain = value.toString();
    text.append('|').append(plain.length()).append(':').append(plain);
  }
}
