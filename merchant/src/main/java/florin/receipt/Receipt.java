package florin.receipt;

import florin.account.Account;
import florin.checkout.Phrase;
import florin.checkout.Phrasebook;
import florin.core.Money;
import florin.instrument.BankTransfer;
import florin.instrument.Card;
import florin.instrument.Hosted;
import florin.instrument.Instrument;
import florin.payment.machine.Amounts;
import florin.payment.machine.Payment;
import florin.payment.machine.Refund;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
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
    Phrasebook texts,
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
    PAID(Phrase.PAID_TITLE),
    PARTLY_REFUNDED(Phrase.RECEIPT_PARTLY_REFUNDED),
    REFUNDED(Phrase.RECEIPT_REFUNDED);

    private final Phrase words;

    ReceiptStatus(Phrase words) {
      this.words = words;
    }

    public Phrase words() {
      return words;
    }

    /** Returns the CSS class. */
    public String style() {
      return this == PAID ? "paid" : "refunded";
    }
  }

  /**
   * Returns the receipt of a succeeded payment.
   *
   * @param refunds its refunds, oldest first; not all if there are very many
   */
  static Receipt of(Account account, Payment payment, List<Refund> refunds, Phrasebook texts) {
    Amounts amounts = payment.state().amounts();
    Instant captured = payment.state().captured().orElseThrow();
    return new Receipt(
        texts,
        account.name(),
        account.profile().address(),
        account.profile().supportEmail(),
        standing(amounts),
        texts.amount(amounts.captured()),
        refunded(amounts, refunds, texts),
        texts.time(captured),
        captured.truncatedTo(ChronoUnit.SECONDS).toString(),
        label(payment.method().instrument(), texts),
        payment.order().description(),
        payment.order().statementDescriptor(),
        payment.id().text(),
        !payment.realm().isLive());
  }

  public String say(Phrase phrase, String... about) {
    return texts.say(phrase, about);
  }

  /** Returns a line with its label. */
  public String labeled(Phrase label, String text) {
    return say(Phrase.LABELED, say(label), text);
  }

  public String title() {
    return say(Phrase.RECEIPT_FROM) + " " + merchant;
  }

  /** Returns the language code of ISO 639. */
  public String language() {
    return texts.language().text();
  }

  /** Returns the whole receipt as plain text for a mail. */
  String text(String link) {
    var text = new StringBuilder();
    if (test) {
      text.append(say(Phrase.RECEIPT_TEST)).append("\n\n");
    }
    text.append(title()).append("\n\n");
    text.append(labeled(Phrase.RECEIPT_AMOUNT, paid)).append('\n');
    text.append(labeled(Phrase.RECEIPT_PAID_ON, paidOn)).append('\n');
    text.append(labeled(Phrase.RECEIPT_PAID_WITH, card)).append('\n');
    description.ifPresent(words -> text.append(labeled(Phrase.RECEIPT_FOR, words)).append('\n'));
    statement.ifPresent(
        words -> text.append(labeled(Phrase.RECEIPT_STATEMENT, words)).append('\n'));
    address.ifPresent(
        lines -> text.append('\n').append(merchant).append('\n').append(lines).append('\n'));
    support.ifPresent(email -> text.append(say(Phrase.QUESTIONS, email)).append('\n'));
    text.append('\n').append(labeled(Phrase.RECEIPT_LINK, link)).append('\n');
    text.append(say(Phrase.RECEIPT_LATER)).append("\n\n");
    text.append(say(Phrase.RECEIPT_PAYMENT)).append(' ').append(payment).append('\n');
    return text.toString();
  }

  /** Returns the payment method: `Visa •••• 4242`, or `Bank transfer`. */
  private static String label(Instrument instrument, Phrasebook texts) {
    return switch (instrument) {
      case Card card -> card.label();
      case BankTransfer transfer ->
          texts.say(Phrase.PAID_BY_TRANSFER)
              + transfer.payer().map(from -> " •••• " + from.last4()).orElse("");
      case Hosted _ -> texts.say(Phrase.PAID_ON_PAGE);
    };
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

  private static Optional<RefundSummary> refunded(
      Amounts amounts, List<Refund> refunds, Phrasebook texts) {
    Money refunded = amounts.refunded();
    if (refunded.isZero()) {
      return Optional.empty();
    }
    // A refund may have changed between two queries: a list that does not add up is not shown.
    long listed = refunds.stream().mapToLong(refund -> refund.amount().minor()).sum();
    return Optional.of(
        new RefundSummary(
            texts.amount(refunded),
            texts.amount(amounts.captured().minus(refunded)),
            listed == refunded.minor()
                ? refunds.stream().map(refund -> oneRefund(refund, texts)).toList()
                : List.of()));
  }

  private static OneRefund oneRefund(Refund refund, Phrasebook texts) {
    return new OneRefund(
        texts.amount(refund.amount()),
        texts.day(refund.created()),
        refund.created().truncatedTo(ChronoUnit.SECONDS).toString());
  }
}
