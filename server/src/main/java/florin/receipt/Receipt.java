package florin.receipt;

import florin.account.Account;
import florin.core.Money;
import florin.page.AmountText;
import florin.payment.machine.Amounts;
import florin.payment.machine.Payment;
import florin.payment.machine.Refund;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What a payer reads of a payment, in words: nothing in it needs formatting any more, and nothing
 * in it is escaped yet. As it is now, so a refund shows from the moment it is made.
 *
 * @param address the merchant's, in lines
 * @param support an e-mail address of the merchant, for questions
 * @param refunded empty while nothing was given back
 * @param statement how the payment stands on the card's statement
 * @param test no money has moved
 */
public record Receipt(
    String merchant,
    Optional<String> address,
    Optional<String> support,
    ReceiptStatus standing,
    String paid,
    Optional<RefundSummary> refunded,
    String paidOn,
    String paidOnForMachines,
    String card,
    Optional<String> description,
    Optional<String> statement,
    String payment,
    boolean test) {

  /**
   * How much went back, and what of the payment is left.
   *
   * @param each every refund by itself, oldest first; empty where they are too many to be listed
   */
  public record RefundSummary(String amount, String remaining, List<OneRefund> each) {
    public RefundSummary {
      each = List.copyOf(each);
    }
  }

  public record OneRefund(String amount, String on, String onForMachines) {}

  /** What became of the money. */
  public enum ReceiptStatus {
    PAID("Paid"),
    PARTLY_REFUNDED("Partly refunded"),
    REFUNDED("Refunded");

    private final String words;

    ReceiptStatus(String words) {
      this.words = words;
    }

    public String words() {
      return words;
    }

    /** As it stands in the page's classes. */
    public String style() {
      return this == PAID ? "paid" : "refunded";
    }
  }

  /** Florin does not know where the payer lives, so the time zone is said. */
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("d MMMM yyyy, HH:mm 'UTC'", Locale.ENGLISH)
          .withZone(ZoneOffset.UTC);

  private static final DateTimeFormatter DAY =
      DateTimeFormatter.ofPattern("d MMMM yyyy", Locale.ENGLISH).withZone(ZoneOffset.UTC);

  /**
   * Of a payment that has succeeded.
   *
   * @param refunds what was given back of it, oldest first; not all of it where that is very much
   */
  static Receipt of(Account account, Payment payment, List<Refund> refunds) {
    Amounts amounts = payment.state().amounts();
    Instant captured = payment.state().captured().orElseThrow();
    return new Receipt(
        account.name(),
        account.profile().address(),
        account.profile().supportEmail(),
        standing(amounts),
        AmountText.of(amounts.captured()),
        refunded(amounts, refunds),
        TIME.format(captured),
        captured.truncatedTo(ChronoUnit.SECONDS).toString(),
        payment.method().label(),
        payment.order().description(),
        payment.order().statementDescriptor(),
        payment.id().text(),
        !payment.realm().isLive());
  }

  /** The whole of it for a mail without markup. */
  String text(String link) {
    var text = new StringBuilder();
    if (test) {
      text.append("Test mode: no money has moved.\n\n");
    }
    text.append("Receipt from ").append(merchant).append("\n\n");
    text.append("Amount paid: ").append(paid).append('\n');
    text.append("Paid on: ").append(paidOn).append('\n');
    text.append("Paid with: ").append(card).append('\n');
    description.ifPresent(words -> text.append("For: ").append(words).append('\n'));
    statement.ifPresent(words -> text.append("On your statement: ").append(words).append('\n'));
    address.ifPresent(
        lines -> text.append('\n').append(merchant).append('\n').append(lines).append('\n'));
    support.ifPresent(email -> text.append("Questions? ").append(email).append('\n'));
    text.append("\nSee the receipt, also to print it; later refunds are shown there:\n");
    text.append(link).append("\n\nPayment ").append(payment).append('\n');
    return text.toString();
  }

  private static ReceiptStatus standing(Amounts amounts) {
    Money refunded = amounts.refunded();
    if (refunded.isZero()) {
      return ReceiptStatus.PAID;
    }
    return refunded.equals(amounts.captured())
        ? ReceiptStatus.REFUNDED
        : ReceiptStatus.PARTLY_REFUNDED;
  }

  private static Optional<RefundSummary> refunded(Amounts amounts, List<Refund> refunds) {
    Money refunded = amounts.refunded();
    if (refunded.isZero()) {
      return Optional.empty();
    }
    // One may have come or gone between two queries: what does not add up is not shown.
    long listed = refunds.stream().mapToLong(refund -> refund.amount().minor()).sum();
    return Optional.of(
        new RefundSummary(
            AmountText.of(refunded),
            AmountText.of(amounts.captured().minus(refunded)),
            listed == refunded.minor()
                ? refunds.stream().map(Receipt::oneRefund).toList()
                : List.of()));
  }

  private static OneRefund oneRefund(Refund refund) {
    return new OneRefund(
        AmountText.of(refund.amount()),
        DAY.format(refund.created()),
        refund.created().truncatedTo(ChronoUnit.SECONDS).toString());
  }
}
