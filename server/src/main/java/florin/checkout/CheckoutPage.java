package florin.checkout;

import florin.branding.Logo;
import florin.core.Money;
import florin.page.Pages;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a page for payers shows, in words: nothing in it needs formatting any more, and nothing in
 * it is escaped yet.
 *
 * @param merchant whose page it is; empty where that is not known
 * @param logo beside the merchant's name
 * @param bill what is to be paid; empty where nothing is
 * @param support an e-mail address of the merchant, for questions
 * @param test no money moves
 */
public record CheckoutPage(
    Phrasebook texts,
    String title,
    Optional<String> merchant,
    Optional<Logo> logo,
    Optional<Bill> bill,
    Body body,
    Optional<String> support,
    boolean test) {
  /** Puts what is to be typed at a bank on the clipboard; the page can be used without. */
  public static final String SCRIPT = Pages.read(CheckoutPage.class, "copy.js");

  public static final String SCRIPT_TAG = "<script>" + SCRIPT + "</script>";

  public String say(Phrase phrase, String... about) {
    return texts.say(phrase, about);
  }

  /** ISO 639. */
  public String language() {
    return texts.language().text();
  }

  /**
   * What is to be paid.
   *
   * @param total empty where the payer chooses
   */
  public record Bill(Optional<String> description, List<BillLine> lines, Optional<String> total) {
    public Bill {
      lines = List.copyOf(lines);
    }

    static Bill of(Cart cart, Phrasebook texts) {
      return new Bill(
          cart.description(),
          lines(cart.lines(), cart.amount(), texts),
          Optional.of(texts.amount(cart.amount())));
    }

    static List<BillLine> lines(List<LineItem> lines, Money amount, Phrasebook texts) {
      return lines.stream()
          .map(line ->
              new BillLine(
                  line.name(),
                  line.quantity() == 1
                      ? Optional.empty()
                      : Optional.of(
                          texts.say(
                              Phrase.PIECES,
                              Integer.toString(line.quantity()),
                              texts.amount(new Money(line.amount(), amount.currency())))),
                  texts.amount(new Money(line.total(), amount.currency()))))
          .toList();
    }
  }

  /**
   * @param pieces how many of which price, unless it is one
   */
  public record BillLine(String name, Optional<String> pieces, String amount) {}

  /** What there is to do. */
  public sealed interface Body {
    /** A form that begins a payment. */
    sealed interface Entry extends Body {
      PayForm form();
    }

    /**
     * What every such form has.
     *
     * @param action where the form leads
     * @param ordinal which try it is
     * @param alert what came of the try before
     * @param offersTransfer whether the payer can pay by bank transfer
     */
    record PayForm(
        String action,
        int ordinal,
        String amount,
        EmailField email,
        Optional<String> alert,
        boolean offersTransfer,
        Optional<PageLink> cancel) {}

    /**
     * The address for the receipt; the payer may leave it empty.
     *
     * @param error what is wrong with it, in words
     * @param isMailed whether Florin sends the receipt there
     */
    record EmailField(String value, Optional<String> error, boolean isMailed) {}

    /**
     * A card is asked for.
     *
     * @param values by the names of the fields
     * @param errors the same, in words
     */
    record CardEntry(PayForm form, Map<String, String> values, Map<String, String> errors)
        implements Entry {
      public CardEntry {
        values = Map.copyOf(values);
        errors = Map.copyOf(errors);
      }

      public String value(String field) {
        return values.getOrDefault(field, "");
      }

      public Optional<String> error(String field) {
        return Optional.ofNullable(errors.get(field));
      }
    }

    /** The payer is to go to the provider, and a button asks for the way there. */
    record ProviderEntry(PayForm form) implements Entry {}

    /**
     * Where to send a bank transfer.
     *
     * @param other where a form leads that ends this try; empty where there is no other way to pay
     */
    record Transfer(TransferSheet sheet, Optional<String> other) implements Body {}

    /** A button asks where to send a bank transfer: the one way to pay. */
    record TransferEntry(PayForm form) implements Entry {}

    /** The payer says how much. */
    record AmountEntry(
        String action, String session, String label, String hint, String value, boolean isWrong)
        implements Body {}

    /** A button begins. */
    record Start(String action, String session) implements Body {}

    /**
     * The payer is to go on elsewhere.
     *
     * @param other where a form leads that ends this try
     */
    record Act(String words, String url, String other) implements Body {}

    /**
     * There is something to be told, and perhaps ways to go.
     *
     * @param note a second, quieter sentence
     */
    record Told(String words, Optional<String> note, boolean isGood, List<PageLink> ways)
        implements Body {
      public Told {
        ways = List.copyOf(ways);
      }

      Told(String words, boolean isGood, List<PageLink> ways) {
        this(words, Optional.empty(), isGood, ways);
      }
    }
  }

  /** A link. */
  public record PageLink(String label, String url) {}
}
