package florin.connector.mollie;

import florin.connector.remote.RemoteObject;
import florin.core.Money;
import java.net.URI;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A payment at Mollie with its captures, refunds and chargebacks. */
record MolliePayment(RemoteObject object) {
  /** The state of the payment. */
  enum PaymentState {
    /** The page waits for its payer. */
    OPEN,
    /** The payer has finished, and the money is in transit, for minutes or days. */
    PENDING,
    /** The amount is held and waits for its capture. */
    HELD,
    PAID,
    /** The payer has finished, and no money came. */
    FAILED,
    /** The payer has canceled, the page has expired, or the held amount was released. */
    GONE,
    /** Mollie reports a state that Florin does not know. */
    UNKNOWN
  }

  PaymentState state() {
    return switch (object.text("status").orElse("")) {
      case "open" -> PaymentState.OPEN;
      case "pending" -> PaymentState.PENDING;
      // With automatic capture, Mollie takes the money next and reports it as paid.
      case "authorized" ->
          object.text("captureMode").equals(Optional.of("automatic"))
              ? PaymentState.PENDING
              : PaymentState.HELD;
      case "paid" -> PaymentState.PAID;
      case "failed" -> PaymentState.FAILED;
      case "canceled", "expired" -> PaymentState.GONE;
      default -> PaymentState.UNKNOWN;
    };
  }

  /** Returns the id, if it is one of a payment. */
  Optional<String> id() {
    return object.text("id").filter(MollieWebhooks::isPayment);
  }

  Optional<Money> amount() {
    return MollieMoney.read("amount", object);
  }

  /** Returns whether the amount is authorized first and captured by a request. */
  boolean isManual() {
    return object.text("captureMode").equals(Optional.of("manual"));
  }

  /**
   * Returns the captured amount; zero while it is only authorized. A payment of which a part is
   * captured may still be authorized for other captures.
   */
  Optional<Money> captured() {
    Optional<Money> amount = amount();
    Optional<Money> none = amount.map(whole -> Money.zero(whole.currency()));
    return switch (state()) {
      case PAID -> isManual() ? MollieMoney.read("amountCaptured", object) : amount;
      case HELD ->
          object.object("amountCaptured").isPresent()
              ? MollieMoney.read("amountCaptured", object)
              : none;
      case OPEN, PENDING, FAILED, GONE, UNKNOWN -> none;
    };
  }

  /** Returns the customer for whom Mollie saves the payment method; empty if it saves none. */
  Optional<String> savesFor() {
    return object
        .text("customerId")
        .filter(_ -> object.text("sequenceType").equals(Optional.of("first")));
  }

  /** Returns the mandate that the payment gives or charges. */
  Optional<String> mandate() {
    return object.text("mandateId");
  }

  /** Returns whether it charges a saved payment method, without a page. */
  boolean isCharge() {
    return object.text("sequenceType").equals(Optional.of("recurring"));
  }

  /** Returns whether the payer has chosen a bank transfer, which takes days. */
  boolean isTransferred() {
    return object.text("method").equals(Optional.of("banktransfer"));
  }

  boolean isCancelable() {
    return object.is("isCancelable");
  }

  Optional<URI> checkout() {
    return link("checkout");
  }

  /** Returns the page of the payment in Mollie's dashboard. */
  Optional<URI> dashboard() {
    return link("dashboard").filter(page -> "https".equals(page.getScheme()));
  }

  private Optional<URI> link(String name) {
    try {
      return object
          .text("_links", name, "href")
          .map(URI::create)
          .filter(it -> it.getHost() != null && it.getRawUserInfo() == null);
    } catch (IllegalArgumentException malformed) {
      return Optional.empty();
    }
  }

  /** Returns when the page expires; empty if Mollie doesn't say so. */
  Optional<Instant> expires() {
    return time(object, "expiresAt");
  }

  static Optional<Instant> time(RemoteObject object, String field) {
    try {
      return object.text(field).map(text -> OffsetDateTime.parse(text).toInstant());
    } catch (DateTimeException malformed) {
      return Optional.empty();
    }
  }

  /** Returns embedded objects. */
  List<RemoteObject> list(String what) {
    return object.objects("_embedded", what);
  }

  /** Returns whether the captured amount was refunded, or will be. */
  boolean isRefunded() {
    return captured().isPresent() && unrefunded().isEmpty();
  }

  /** Returns the part of the captured amount that was not refunded, and won't be. */
  Optional<Money> unrefunded() {
    long refunded =
        list("refunds").stream()
            .filter(
                refund -> !Set.of("failed", "canceled").contains(refund.text("status").orElse("")))
            .flatMap(refund -> MollieMoney.read("amount", refund).stream())
            .mapToLong(Money::minor)
            .sum();
    return captured()
        .filter(money -> refunded < money.minor())
        .map(money -> new Money(money.minor() - refunded, money.currency()));
  }

  /**
   * Returns whether the embedded refunds are complete: their sum is at least the refunded amount of
   * the payment.
   */
  boolean areRefundsWhole() {
    long listed =
        list("refunds").stream()
            .flatMap(refund -> MollieMoney.read("amount", refund).stream())
            .mapToLong(Money::minor)
            .sum();
    return MollieMoney.read("amountRefunded", object)
        .map(refunded -> refunded.minor() <= listed)
        .orElse(true);
  }
}
