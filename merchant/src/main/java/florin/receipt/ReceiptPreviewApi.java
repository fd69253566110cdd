package florin.receipt;

import florin.account.Account;
import florin.branding.Accent;
import florin.branding.Branding.Look;
import florin.checkout.CheckoutPage.BillLine;
import florin.checkout.CheckoutPage.PageLink;
import florin.checkout.Language;
import florin.checkout.Phrase;
import florin.checkout.Phrasebook;
import florin.core.Currency;
import florin.core.Money;
import florin.http.Answer;
import florin.page.Pages;
import florin.receipt.Receipt.ReceiptStatus;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The receipt of a sample order, for a frame of the dashboard. */
public final class ReceiptPreviewApi {
  private static final Phrasebook TEXTS = Phrasebook.in(Language.EN);

  private final Pages pages = new Pages();

  /**
   * Returns the page.
   *
   * @param isDark whether it has the colors of the dark scheme, whatever the browser prefers
   */
  public Answer page(Account account, Look look, boolean isDark, Instant now) {
    String total = euros(4200);
    var receipt =
        new Receipt(
            TEXTS,
            account.name(),
            account.profile().address(),
            PageLink.footer(account.profile(), TEXTS),
            ReceiptStatus.PAID,
            total,
            Optional.empty(),
            TEXTS.time(now, account.timeZone()),
            now.truncatedTo(ChronoUnit.SECONDS).toString(),
            "Visa •••• 4242",
            Optional.empty(),
            Optional.empty(),
            List.of(
                new BillLine(
                    "Notebook",
                    Optional.of(TEXTS.say(Phrase.PIECES, "2", euros(1600))),
                    euros(3200)),
                new BillLine("Pencil case", Optional.empty(), euros(1000))),
            "pay_01h455vb4pex5vsknk084sn02q",
            false);
    Pages styled = pages.with(look.accent().map(Accent::style).orElse("")).inScheme(isDark);
    String html =
        styled.render(
            "receipt/receipt.jte", Map.of("receipt", receipt, "logo", look.logo(), "token", ""));
    return Answer.of(200, ReceiptApi.HTML, html.getBytes(StandardCharsets.UTF_8))
        .with("Content-Security-Policy", styled.framedPolicy())
        .with("Cache-Control", "private, no-store");
  }

  private static String euros(long cents) {
    return TEXTS.amount(new Money(cents, Currency.get("eur")));
  }
}
