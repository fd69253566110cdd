package florin.receipt;

import florin.account.Account;
import florin.checkout.Cart;
import florin.checkout.CheckoutPage.Bill;
import florin.checkout.CheckoutPage.BillLine;
import florin.checkout.CheckoutPage.PageLink;
import florin.checkout.Phrase;
import florin.checkout.Phrasebook;
import florin.core.Money;
import florin.instrument.BankTransfer;
import florin.instrument.Card;
import florin.instrument.Hosted;
import florin.instrument.Instrument;
import florin.mail.Letter;
import florin.mail.Letter.Block;
import florin.mail.Letter.Block.Amount;
import florin.mail.Letter.Block.Button;
import florin.mail.Letter.Block.Facts;
import florin.mail.Letter.Block.Link;
import florin.mail.Letter.Block.Note;
import florin.mail.Letter.Block.Words;
import florin.mail.Letter.Fact;
import florin.mail.Letter.Footer;
import florin.mail.Letter.Sender;
import florin.payment.machine.Amounts;
import florin.payment.machine.Payment;
import florin.payment.machine.Refund;
import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The payer's receipt of a payment, formatted as text and not yet escaped. It shows the current
 * state, so a refund appears as soon as it is created.
 *
 * @param address the merchant's, in lines
 * @param footer the merchant's contact and legal pages
 * @param lines the items that were paid; empty if they are unknown, or don't add up to the amount
 * @param refunded empty while nothing was refunded
 * @param statement the text on the card's statement
 * @param test whether no money has moved
 */
public record Receipt(
    Phrasebook texts,
    String merchant,
    Optional<String> address,
    List<PageLink> footer,
    ReceiptStatus standing,
    String paid,
    Optional<RefundSummary> refunded,
    String paidOn,
    String paidOnForMachines,
    String card,
    Optional<String> description,
    Optional<String> statement,
    List<BillLine> lines,
    String payment,
    boolean test) {
  public Receipt {
    lines = List.copyOf(lines);
    footer = List.copyOf(footer);
  }

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
   * @param cart the items of its checkout session
   */
  static Receipt of(
      Account account,
      Payment payment,
      List<Refund> refunds,
      Optional<Cart> cart,
      Phrasebook texts) {
    Amounts amounts = payment.state().amounts();
    Instant captured = payment.state().captured().orElseThrow();
    return new Receipt(
        texts,
        account.name(),
        account.profile().address(),
        PageLink.footer(account.profile(), texts),
        standing(amounts),
        texts.amount(amounts.captured()),
        refunded(amounts, refunds, account.timeZone(), texts),
        texts.time(captured, account.timeZone()),
        captured.truncatedTo(ChronoUnit.SECONDS).toString(),
        label(payment.method().instrument(), texts),
        payment
            .terms()
            .description()
            .filter(text -> cart.flatMap(Cart::names).filter(text::equals).isEmpty()),
        payment.terms().statementDescriptor(),
        cart.filter(it -> it.amount().equals(amounts.captured()))
            .map(it -> Bill.of(it, texts).lines())
            .orElse(List.of()),
        payment.id().text(),
        !payment.realm().isLive());
  }

  public String say(Phrase phrase, String... about) {
    return texts.say(phrase, about);
  }

  /** Returns a line with its label. */
  public String labeled(Phrase label, String text) {
    return labeled(say(label), text);
  }

  private String labeled(String label, String text) {
    return say(Phrase.LABELED, label, text);
  }

  public String title() {
    return say(Phrase.RECEIPT_FROM) + " " + merchant;
  }

  /** Returns the language code of ISO 639. */
  public String language() {
    return texts.language().text();
  }

  /**
   * Returns the mail with the receipt.
   *
   * @param link its page
   */
  Letter letter(Sender sender, String link) {
    var blocks = new ArrayList<Block>();
    blocks.add(new Amount(paid));
    if (standing != ReceiptStatus.PAID) {
      blocks.add(new Words(say(standing.words())));
    }
    blocks.add(new Facts(facts()));
    if (lines.size() > 0 || refunded.isPresent()) {
      blocks.add(new Block.Bill(bill()));
    }
    blocks.add(new Button(say(Phrase.RECEIPT_LINK), link));
    blocks.add(new Link(say(Phrase.RECEIPT_PDF), link + ".pdf"));
    blocks.add(new Note(say(Phrase.RECEIPT_LATER)));
    address.ifPresent(text -> blocks.add(new Note(merchant + "\n" + text)));
    return new Letter(
        language(),
        sender,
        test ? Optional.of(say(Phrase.RECEIPT_TEST)) : Optional.empty(),
        (test ? "[Test] " : "") + labeled(title(), paid),
        title(),
        labeled(Phrase.RECEIPT_AMOUNT, paid) + " · " + card,
        blocks,
        new Footer(say(Phrase.RECEIPT_WHY), links(footer)));
  }

  /** Returns the links of a page for a mail. */
  static List<Link> links(List<PageLink> links) {
    return links.stream().map(link -> new Link(link.label(), link.url())).toList();
  }

  List<Fact> facts() {
    var facts = new ArrayList<Fact>();
    facts.add(new Fact(say(Phrase.RECEIPT_PAID_ON), paidOn));
    facts.add(new Fact(say(Phrase.RECEIPT_PAID_WITH), card));
    description.ifPresent(words -> facts.add(new Fact(say(Phrase.RECEIPT_FOR), words)));
    statement.ifPresent(words -> facts.add(new Fact(say(Phrase.RECEIPT_STATEMENT), words)));
    facts.add(new Fact(say(Phrase.RECEIPT_PAYMENT), payment));
    return facts;
  }

  /** Returns the items, the amount, each refund and what remains; the last line is the total. */
  List<Fact> bill() {
    var bill = new ArrayList<Fact>();
    lines.forEach(line ->
        bill.add(
            new Fact(
                line.name() + line.pieces().map(pieces -> " (" + pieces + ")").orElse(""),
                line.amount())));
    bill.add(new Fact(say(Phrase.RECEIPT_AMOUNT), paid));
    refunded.ifPresent(sum -> {
      sum.each()
          .forEach(one ->
              bill.add(
                  new Fact(say(Phrase.RECEIPT_REFUNDED_ON) + " " + one.on(), "−" + one.amount())));
      if (sum.each().isEmpty()) {
        bill.add(new Fact(say(Phrase.RECEIPT_REFUNDED), "−" + sum.amount()));
      }
      bill.add(new Fact(say(Phrase.TOTAL), sum.remaining()));
    });
    return bill;
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
      Amounts amounts, List<Refund> refunds, ZoneId zone, Phrasebook texts) {
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
                ? refunds.stream().map(refund -> oneRefund(refund, zone, texts)).toList()
                : List.of()));
  }

  private static OneRefund oneRefund(Refund refund, ZoneId zone, Phrasebook texts) {
    return new OneRefund(
        texts.amount(refund.amount()),
        texts.day(refund.created(), zone),
        refund.created().truncatedTo(ChronoUnit.SECONDS).toString());
  }
}
