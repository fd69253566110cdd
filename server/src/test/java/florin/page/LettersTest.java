package florin.page;

import static org.assertj.core.api.Assertions.assertThat;

import florin.mail.Letter;
import florin.mail.Letter.Block.Amount;
import florin.mail.Letter.Block.Bill;
import florin.mail.Letter.Block.Button;
import florin.mail.Letter.Block.Facts;
import florin.mail.Letter.Block.Link;
import florin.mail.Letter.Block.Note;
import florin.mail.Letter.Block.Words;
import florin.mail.Letter.Fact;
import florin.mail.Letter.Footer;
import florin.mail.Letter.Logo;
import florin.mail.Letter.Sender;
import florin.mail.Mailer.MailMessage;
import java.util.List;
import java.util.Optional;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.Test;

/** The template of all mails. */
class LettersTest {
  private static final String NAUGHTY = "\"><img src=x onerror=alert(1)>&amp;";

  private final Letters letters = new Letters();

  @Test
  void both_parts_say_the_same() {
    MailMessage mail = letters.message("id", "jo@example.com", letter("Shop", Optional.empty()));

    assertThat(mail.text())
        .isEqualTo(
            """
            Test mode

            Receipt from Shop

            €57.00

            First line
            Second line

            Paid on: Monday
            Paid with: Visa

            Chairs: €50.00
            Total: €57.00

            View receipt: https://pay.example/receipts/x

            Help: https://pay.example/help

            Small print

            You get this because you paid.
            Questions? Contact help@shop.example
            """);
    Document page = Jsoup.parse(mail.html());
    assertThat(page.body().select("td, th, p, h1").not(":has(td, th, p, h1)").eachText())
        .containsExactly(
            "",
            "Test mode",
            "Shop",
            "Receipt from Shop",
            "€57.00",
            "First line Second line",
            "Paid on",
            "Monday",
            "Paid with",
            "Visa",
            "Chairs",
            "€50.00",
            "Total",
            "€57.00",
            "View receipt",
            "Help",
            "Small print",
            "You get this because you paid. · Questions? Contact help@shop.example");
    assertThat(page.select("a").eachAttr("href"))
        .containsExactly(
            "https://pay.example/receipts/x",
            "https://pay.example/help",
            "mailto:help@shop.example");
  }

  @Test
  void the_page_is_whole_and_loads_nothing() {
    String html = letters.message("id", "jo@example.com", letter("Shop", Optional.empty())).html();

    assertThat(html.strip()).startsWith("<!doctype html>\n<html lang=\"en\">").endsWith("</html>");
    assertThat(html)
        .contains("<meta name=\"color-scheme\" content=\"light dark\">")
        .contains("@media (prefers-color-scheme: dark)")
        .contains("max-width: 560px")
        .contains("<!--[if mso]>")
        .doesNotContain("src=", "url(", "<script", "@import");
  }

  @Test
  void a_logo_is_a_part_of_the_mail() {
    var logo = new Logo(new byte[] {1, 2, 3}, "image/png", 96, 48);

    MailMessage mail = letters.message("id", "jo@example.com", letter("Shop", Optional.of(logo)));

    assertThat(mail.logo()).contains(logo);
    assertThat(Jsoup.parse(mail.html()).select("img").eachAttr("src"))
        .containsExactly("cid:logo@florin");
    assertThat(Jsoup.parse(mail.html()).select("img").attr("alt")).isEqualTo("Shop");
  }

  @Test
  void text_from_outside_is_escaped_everywhere() {
    String html = letters.message("id", "jo@example.com", letter(NAUGHTY, Optional.empty())).html();

    assertThat(Jsoup.parse(html).select("img")).isEmpty();
    assertThat(Jsoup.parse(html).select("h1").text()).isEqualTo("Receipt from " + NAUGHTY);
  }

  @Test
  void french_has_a_space_before_the_colon() {
    var letter =
        new Letter(
            "fr",
            new Sender("Shop"),
            Optional.empty(),
            "Reçu",
            "Reçu",
            "Reçu",
            List.of(new Facts(List.of(new Fact("Payé le", "lundi")))),
            new Footer("Fin"));

    assertThat(letter.text()).isEqualTo("Reçu\n\nPayé le\u00a0: lundi\n\nFin\n");
  }

  private static Letter letter(String name, Optional<Logo> logo) {
    return new Letter(
        "en",
        new Sender(name, "#0b6b42", "#ffffff", logo),
        Optional.of("Test mode"),
        "Receipt from " + name + ": €57.00",
        "Receipt from " + name,
        "€57.00, paid with Visa",
        List.of(
            new Amount("€57.00"),
            new Words("First line\nSecond line"),
            new Facts(List.of(new Fact("Paid on", "Monday"), new Fact("Paid with", "Visa"))),
            new Bill(List.of(new Fact("Chairs", "€50.00"), new Fact("Total", "€57.00"))),
            new Button("View receipt", "https://pay.example/receipts/x"),
            new Link("Help", "https://pay.example/help"),
            new Note("Small print")),
        new Footer(
            "You get this because you paid.",
            List.of(new Link("Questions? Contact help@shop.example", "mailto:help@shop.example"))));
  }
}
