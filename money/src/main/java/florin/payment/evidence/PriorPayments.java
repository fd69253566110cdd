package florin.payment.evidence;

import florin.core.Bounds;
import florin.core.Id.PaymentId;
import florin.core.Money;
import florin.core.PageRequest;
import florin.db.IdTime;
import florin.dispute.Dispute;
import florin.instrument.Card;
import florin.payment.machine.Payment;
import florin.payment.machine.Status;
import florin.payment.store.PaymentFilter;
import florin.payment.store.PaymentStore;
import florin.payment.store.SearchCriterion;
import florin.paymentmethod.BillingDetails;
import florin.vault.Brand;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * The earlier payments with which a merchant shows that the cardholder made the disputed one (Visa
 * Compelling Evidence 3.0): two payments with the same card, 120 to 365 days before, that were not
 * disputed.
 *
 * @param payments the two newest; empty if there are fewer
 * @param missing why there are none
 */
public record PriorPayments(List<Prior> payments, Optional<Missing> missing) {
  /** The number of payments that Visa asks for. */
  static final int WANTED = 2;

  private static final Duration LATEST = Duration.ofDays(120);
  private static final Duration EARLIEST = Duration.ofDays(365);

  /** The most payments that are compared, the newest first. */
  private static final int COMPARED = 100;

  public PriorPayments {
    payments = List.copyOf(payments);
  }

  /**
   * An earlier payment.
   *
   * @param matches what both payments have in common: `card`, `customer`, `email` or
   *     `billing_address`
   */
  public record Prior(PaymentId payment, Instant created, Money amount, List<String> matches) {
    public Prior {
      matches = List.copyOf(matches);
    }
  }

  /** The reasons why there are no earlier payments to show. */
  public enum Missing {
    /** Florin can't tell which payments have the same card. */
    CARD_UNKNOWN,
    /** Fewer than two payments with this card are old enough, and not too old. */
    TOO_FEW_PAYMENTS,
    /** Fewer than two of them have the customer, email or address of the disputed one. */
    TOO_FEW_MATCHES;

    private final String text = name().toLowerCase(Locale.ROOT);

    public String text() {
      return text;
    }
  }

  /** Returns whether the rule applies: a Visa card, and a payment that the payer calls a fraud. */
  static boolean apply(Dispute dispute, Payment disputed) {
    return dispute.state().reason().equals("fraudulent")
        && disputed
            .method()
            .instrument()
            .findCard()
            .filter(card -> card.brand() == Brand.VISA)
            .isPresent();
  }

  static PriorPayments find(PaymentStore store, Payment disputed) {
    return disputed
        .method()
        .instrument()
        .findCard()
        .filter(card -> card.fingerprint().isPresent() || disputed.terms().customer().isPresent())
        .map(card -> find(store, disputed, card))
        .orElseGet(() -> none(Missing.CARD_UNKNOWN));
  }

  private static PriorPayments find(PaymentStore store, Payment disputed, Card card) {
    var filter =
        new PaymentFilter(
            Optional.empty(),
            Optional.of(Status.SUCCEEDED),
            Set.of(),
            Optional.of(card.last4()),
            Optional.empty(),
            Bounds.NONE,
            new IdTime.Span(
                Optional.of(disputed.created().minus(EARLIEST)),
                Optional.of(disputed.created().minus(LATEST))),
            Map.of());
    List<Payment> sameCard =
        store
            .list(
                disputed.realm(),
                filter,
                new SearchCriterion.Anything(),
                PageRequest.first(COMPARED))
            .data()
            .stream()
            .filter(payment -> payment.findDispute().isEmpty() && hasCard(payment, disputed, card))
            .toList();
    if (sameCard.size() < WANTED) {
      return none(Missing.TOO_FEW_PAYMENTS);
    }
    List<Prior> alike =
        sameCard.stream()
            .map(payment -> prior(payment, disputed))
            .filter(prior -> prior.matches().size() > 1)
            .limit(WANTED)
            .toList();
    return alike.size() < WANTED
        ? none(Missing.TOO_FEW_MATCHES)
        : new PriorPayments(alike, Optional.empty());
  }

  private static PriorPayments none(Missing why) {
    return new PriorPayments(List.of(), Optional.of(why));
  }

  /** A provider doesn't tell the number of a card, so there the customer must be the same too. */
  private static boolean hasCard(Payment payment, Payment disputed, Card card) {
    boolean isSameCustomer =
        disputed.terms().customer().isPresent()
            && payment.terms().customer().equals(disputed.terms().customer());
    return payment
        .method()
        .instrument()
        .findCard()
        .filter(other ->
            card.fingerprint().isPresent()
                ? other.fingerprint().equals(card.fingerprint())
                : isSameCustomer && other.equals(card))
        .isPresent();
  }

  private static Prior prior(Payment payment, Payment disputed) {
    var matches = new ArrayList<String>();
    matches.add("card");
    if (isSame(payment, disputed, it -> it.terms().customer())) {
      matches.add("customer");
    }
    if (isSame(payment, disputed, PriorPayments::email)) {
      matches.add("email");
    }
    if (isSame(payment, disputed, it -> it.method().billing().address())) {
      matches.add("billing_address");
    }
    return new Prior(payment.id(), payment.created(), payment.terms().amount(), matches);
  }

  private static boolean isSame(
      Payment payment, Payment disputed, Function<Payment, Optional<?>> value) {
    Optional<?> there = value.apply(disputed);
    return there.isPresent() && there.equals(value.apply(payment));
  }

  private static Optional<String> email(Payment payment) {
    BillingDetails billing = payment.method().billing();
    return billing
        .email()
        .or(() -> payment.terms().receiptEmail())
        .map(email -> email.toLowerCase(Locale.ROOT));
  }
}
