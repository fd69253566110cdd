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
 * The payer's receipt of a payment, formatted as text and not yet escaped. It shows the current
 * state, so a refund appears as soon as it is created.
 *
 * @param address the merchant's, in lines
 * @param support the merchant's e-mail address for questions
 * @param refunded empty while nothing was refunded
 * @param statement the text on the card's statement
 * @param test whether no money has moved
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
   * The refunded amount, and what remains of the payment.
   *
   * @param each every refund, oldest first; empty if there are too many to list
   */
  public record RefundSummary(String amount, String remaining, List<OneRefund> each) {
    public RefundSummary {
      each = List.copyOf(each);
    }
  }

  public record OneRefund(String amount, String on, String onForMachines) {}

  /** The state of the money. */
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

    /** Returns the CSS class. */
    public String style() {
      return this == PAID ? "paid" : "refunded";
    }
  }

  /** The time format, with its time zone, because Florin does not know the payer's. */
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("d MMMM yyyy, HH:mm 'UTC'", Locale.ENGLISH)
          .withZone(ZoneOffset.UTC);

  private static final DateTimeFormatter DAY =
      DateTimeFormatter.ofPattern("d MMMM yyyy", Locale.ENGLISH).withZone(ZoneOffset.UTC);

  /**
   * Returns the receipt of a succeeded payment.
   *
   * @param refunds its refunds, oldest first; not all if there are very many
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

  /** Returns the whole receipt as plain text for a mail. */
  String text(String link) {
    var text = new StringBuilder();
    if (test) {
      text.append("Test mode: no money moved.\n\n");
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
    text.append("\nView or print the receipt, with later refunds:\n");
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
    // A refund may have changed between two queries: a list that does not add up is not shown.
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
