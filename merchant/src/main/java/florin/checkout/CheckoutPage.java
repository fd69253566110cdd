package florin.checkout;

import florin.account.Account.Profile;
import florin.branding.Logo;
import florin.checkout.Cart.LineItem;
import florin.core.Money;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The content of a payer's page, formatted as text and not yet escaped.
 *
 * @param merchant the merchant's name; empty if it is unknown
 * @param logo next to the merchant's name
 * @param bill the items to pay; empty if there are none
 * @param footer the merchant's contact and legal pages
 * @param test whether no money moves
 */
public record CheckoutPage(
    Phrasebook texts,
    String title,
    Optional<String> merchant,
    Optional<Logo> logo,
    Optional<Bill> bill,
    Body body,
    List<PageLink> footer,
    boolean test) {
  public CheckoutPage {
    footer = List.copyOf(footer);
  }

  /** Returns the script of the page; the page also works without it. */
  public Optional<PageScript> script() {
    return switch (body) {
      case Body.Transfer _ -> Optional.of(PageScript.COPY);
      case Body.CardEntry _ -> Optional.of(PageScript.CARD);
      case Body.ProviderEntry _, Body.TransferEntry _ -> Optional.of(PageScript.HISTORY);
      case Body.AmountEntry _, Body.Act _, Body.Message _ -> Optional.empty();
    };
  }

  public String say(Phrase phrase, String... about) {
    return texts.say(phrase, about);
  }

  /** Returns whether a wide page has two columns: the summary, and the payer's part. */
  public boolean isSplit() {
    return bill.isPresent() && !(body instanceof Body.Message);
  }

  /** Returns whether a phone folds the summary into the total. */
  public boolean isFolded() {
    return isSplit() && bill.filter(Bill::isFoldable).isPresent();
  }

  /** Returns whether the total of the folded summary is also the title. */
  public boolean isTitleFolded() {
    return isFolded() && !(body instanceof Body.Act);
  }

  /** Returns whether the payer can type a test card. A provider's page has others. */
  public boolean hasTestCards() {
    return body instanceof Body.CardEntry;
  }

  /** Returns whether a tag names test mode, because no banner does. */
  public boolean isTagged() {
    return test && !hasTestCards() && !(body instanceof Body.Transfer);
  }

  /** Returns the language code of ISO 639. */
  public String language() {
    return texts.language().text();
  }

  /**
   * The items to pay.
   *
   * @param total empty if the payer chooses the amount
   */
  public record Bill(Optional<String> description, List<BillLine> lines, Optional<String> total) {
    public Bill {
      lines = List.copyOf(lines);
    }

    public boolean isEmpty() {
      return description.isEmpty() && lines.isEmpty() && total.isEmpty();
    }

    private boolean isFoldable() {
      return total.isPresent() && (description.isPresent() || !lines.isEmpty());
    }

    public static Bill of(Cart cart, Phrasebook texts) {
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
   * A line.
   *
   * @param pieces the quantity and unit price, unless the quantity is one
   */
  public record BillLine(String name, Optional<String> pieces, String amount) {}

  /** The main part of the page. */
  public sealed interface Body {
    /** A form that begins a payment. */
    sealed interface Entry extends Body {
      PayForm form();
    }

    /**
     * The common part of these forms.
     *
     * @param action the URL of the form
     * @param ordinal the number of the try
     * @param proof the challenge that the browser sends back
     * @param alert the result of the last try
     * @param next the name of the field with which the payer continues after a decline
     * @param offersTransfer whether the payer can pay by bank transfer
     * @param saved the saved payment method that the payer can confirm with one button
     * @param consent the text that the payer reads above the button: the merchant's mandate, or
     *     that the card is saved
     * @param isSetup whether it saves a payment method and charges nothing
     */
    record PayForm(
        String action,
        int ordinal,
        Optional<String> proof,
        String amount,
        EmailField email,
        Optional<String> alert,
        Optional<String> next,
        boolean offersTransfer,
        Optional<String> saved,
        Optional<String> consent,
        boolean isSetup,
        Optional<PageLink> cancel) {
      public boolean isNext(String field) {
        return next.equals(Optional.of(field));
      }
    }

    /**
     * The address for the receipt, which the payer may leave empty.
     *
     * @param error the error as text
     * @param isMailed whether Florin mails the receipt
     */
    record EmailField(String value, Optional<String> error, boolean isMailed) {}

    /**
     * The card form.
     *
     * @param values by the names of the fields
     * @param errors by the names of the fields, as text
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

      /** Returns the id of the element that describes a field; empty without one. */
      public Optional<String> describedBy(String field, Optional<String> hint) {
        if (errors.containsKey(field)) {
          return Optional.of(field + "-error");
        }
        return form.isNext(field) ? Optional.of("alert") : hint;
      }
    }

    /**
     * A button for each provider's page that the payer can choose.
     *
     * @param choices at least one
     */
    record ProviderEntry(PayForm form, List<PageChoice> choices) implements Entry {
      public ProviderEntry {
        choices = List.copyOf(choices);
      }

      /** Returns the mandate that the page shows: only one provider keeps the payment method. */
      public Optional<String> mandate() {
        return choices.stream()
            .flatMap(choice -> choice.agreement().stream())
            .map(Agreement::mandate)
            .findFirst();
      }
    }

    /**
     * A provider's page as a choice.
     *
     * @param connector the value that the form sends
     * @param label the payment methods by which payers tell it from the others
     * @param agreement the payer's consent that this page renews
     */
    record PageChoice(String connector, String label, Optional<Agreement> agreement) {}

    /**
     * A consent that the payer gives again.
     *
     * @param mandate the value that the form sends, so that the text is the one that was shown
     */
    record Agreement(String mandate, String text) {}

    /**
     * The instructions for a bank transfer.
     *
     * @param other the URL of the form that ends this try; empty if there is no other payment
     *     method
     */
    record Transfer(TransferSheet sheet, Optional<String> other) implements Body {}

    /** A button that requests the instructions for a bank transfer, the only payment method. */
    record TransferEntry(PayForm form) implements Entry {}

    /**
     * A form in which the payer enters the amount.
     *
     * @param symbol that of the currency
     * @param isSymbolFirst whether it is before an amount in this language
     */
    record AmountEntry(
        String action,
        String session,
        String label,
        String symbol,
        boolean isSymbolFirst,
        String hint,
        String value,
        boolean isWrong)
        implements Body {}

    /**
     * A link to the page where the payer must continue.
     *
     * @param other the URL of the form that ends this try
     */
    record Act(String words, String url, String other) implements Body {}

    /**
     * A message, possibly with links.
     *
     * @param note a second, less prominent sentence
     */
    record Message(String words, Optional<String> note, boolean isGood, List<PageLink> ways)
        implements Body {
      public Message {
        ways = List.copyOf(ways);
      }

      Message(String words, boolean isGood, List<PageLink> ways) {
        this(words, Optional.empty(), isGood, ways);
      }
    }
  }

  /** A link with its visible text. */
  public record PageLink(String label, String url) {
    /** Returns the links to the merchant's contact and legal pages. */
    public static List<PageLink> footer(Profile profile, Phrasebook texts) {
      return Stream.concat(contact(profile, texts), legal(profile, texts)).toList();
    }

    private static Stream<PageLink> contact(Profile profile, Phrasebook texts) {
      return profile.supportEmail().stream()
          .map(email -> new PageLink(texts.say(Phrase.QUESTIONS, email), "mailto:" + email));
    }

    private static Stream<PageLink> legal(Profile profile, Phrasebook texts) {
      return Stream.concat(
          profile.terms().stream()
              .map(url -> new PageLink(texts.say(Phrase.TERMS), url.toString())),
          profile.privacy().stream()
              .map(url -> new PageLink(texts.say(Phrase.PRIVACY), url.toString())));
    }
  }
}
