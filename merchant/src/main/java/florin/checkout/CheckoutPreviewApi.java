package florin.checkout;

import florin.account.Account.Profile;
import florin.branding.Branding.Look;
import florin.checkout.CheckoutPage.Bill;
import florin.checkout.CheckoutPage.BillLine;
import florin.checkout.CheckoutPage.Body.CardEntry;
import florin.checkout.CheckoutPage.Body.EmailField;
import florin.checkout.CheckoutPage.Body.PayForm;
import florin.checkout.CheckoutPage.PageLink;
import florin.core.Currency;
import florin.core.Money;
import florin.http.Answer;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The checkout page of a merchant with a sample order, for a frame of the dashboard. */
public final class CheckoutPreviewApi {
  private static final Phrasebook TEXTS = Phrasebook.in(Language.EN);

  private final CheckoutPagesApi pages = new CheckoutPagesApi();

  /**
   * Returns the page, which pays nothing.
   *
   * @param isDark whether it has the colors of the dark scheme, whatever the browser prefers
   */
  public Answer page(String merchant, Profile profile, Look look, boolean isDark) {
    String total = euros(4200);
    var form =
        new PayForm(
            "",
            1,
            Optional.empty(),
            total,
            new EmailField("", Optional.empty(), true),
            Optional.empty(),
            Optional.empty(),
            false,
            Optional.empty(),
            Optional.empty(),
            false,
            Optional.empty());
    var page =
        new CheckoutPage(
            TEXTS,
            TEXTS.say(Phrase.PAY_TITLE, total),
            Optional.of(merchant),
            look.logo(),
            Optional.of(
                new Bill(
                    Optional.empty(),
                    List.of(
                        new BillLine(
                            "Notebook",
                            Optional.of(TEXTS.say(Phrase.PIECES, "2", euros(1600))),
                            euros(3200)),
                        new BillLine("Pencil case", Optional.empty(), euros(1000))),
                    Optional.of(total))),
            new CardEntry(form, Map.of(), Map.of()),
            PageLink.footer(profile, TEXTS),
            false);
    return pages.preview(page, look.accent(), isDark);
  }

  private static String euros(long cents) {
    return TEXTS.amount(new Money(cents, Currency.get("eur")));
  }
}
