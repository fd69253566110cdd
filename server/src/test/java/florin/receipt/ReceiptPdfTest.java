package florin.receipt;

import static org.assertj.core.api.Assertions.assertThat;

import florin.branding.Accent;
import florin.branding.Branding.LogoFile;
import florin.branding.Logo.MediaType;
import florin.checkout.CheckoutPage.BillLine;
import florin.checkout.CheckoutPage.PageLink;
import florin.checkout.Language;
import florin.checkout.Phrasebook;
import florin.receipt.Receipt.OneRefund;
import florin.receipt.Receipt.ReceiptStatus;
import florin.receipt.Receipt.RefundSummary;
import florin.testing.Reply;
import florin.testing.TestApp;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import javax.imageio.ImageIO;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.text.PDFTextStripper;
import org.junit.jupiter.api.Test;

/** The receipt as a PDF, read with the reader of the PDF library. */
class ReceiptPdfTest {
  private static final Accent ACCENT = new Accent("#0b6b42");
  private static final int MAX_BYTES = 1 << 20;
  private static final OneRefund REFUND =
      new OneRefund("7,00\u00a0€", "4. März 2026", "2026-03-04T12:00:00Z");

  @Test
  void a_link_downloads_the_receipt_and_an_unknown_link_does_not() throws Exception {
    try (TestApp florin = TestApp.open()) {
      Reply paid = florin.post("/v2/payments", TestApp.payment(1234, "4242424242424242"));
      String path = URI.create(paid.text("/receipt_url")).getPath();

      assertThat(florin.client().send(florin.client().request(path).build()).body())
          .contains("href=\"" + path.substring("/receipts/".length()) + ".pdf\"");
      var got =
          HttpClient.newHttpClient()
              .send(florin.client().request(path + ".pdf").build(), BodyHandlers.ofByteArray());
      assertThat(got.statusCode()).isEqualTo(200);
      assertThat(got.headers().firstValue("Content-Type")).contains("application/pdf");
      assertThat(got.headers().firstValue("Cache-Control")).contains("private, no-store");
      assertThat(got.headers().firstValue("Content-Disposition"))
          .contains("attachment; filename=\"receipt-" + paid.text("/id") + ".pdf\"");
      assertThat(text(got.body())).contains("Receipt from My company", "$12.34", paid.text("/id"));
      assertThat(
              florin
                  .client()
                  .send(florin.client().request("/receipts/nothing.pdf").build())
                  .status())
          .isEqualTo(404);
    }
  }

  @Test
  void it_has_the_items_the_refunds_and_the_merchant_as_text() throws IOException {
    byte[] file = ReceiptPdf.of(receipt("Zimmer & Söhne", List.of()), ACCENT, Optional.empty());

    assertThat(text(file))
        .isEqualTo(
            """
            Testmodus: Es wurde kein Geld übertragen.
            Beleg von Zimmer & Söhne
            57,00\u00a0€
            Teilweise erstattet
            Bezahlt am 3. März 2026, 12:00 UTC
            Zahlungsart Visa •••• 4242
            Beschreibung Zwei Stühle
            Zahlung pay_1
            Stuhl (2 × 25,00\u00a0€) 50,00\u00a0€
            Versand 7,00\u00a0€
            Bezahlter Betrag 57,00\u00a0€
            Erstattet am 4. März 2026 −7,00\u00a0€
            Gesamtbetrag 50,00\u00a0€
            Zimmer & Söhne
            Allee 1
            Bonn
            Fragen? Schreiben Sie an help@shop.example
            AGB: https://shop.example/agb
            """);
  }

  @Test
  void it_is_tagged_and_has_a_title_and_a_language() throws IOException {
    byte[] file = ReceiptPdf.of(receipt("Shop", List.of()), ACCENT, Optional.of(logo(96, 48)));

    try (PDDocument read = Loader.loadPDF(file)) {
      var catalog = read.getDocumentCatalog();
      assertThat(catalog.getMarkInfo().isMarked()).isTrue();
      assertThat(catalog.getLanguage()).isEqualTo("de");
      assertThat(read.getDocumentInformation().getTitle()).isEqualTo("Beleg von Shop");
      assertThat(catalog.getStructureTreeRoot().getKids()).hasSize(1);
      assertThat(read.getPage(0).getCOSObject().containsKey(COSName.STRUCT_PARENTS)).isTrue();
      assertThat(read.getPage(0).getResources().getXObjectNames()).hasSize(1);
    }
  }

  @Test
  void a_name_that_the_font_lacks_or_that_runs_from_right_to_left_does_not_fail()
      throws IOException {
    for (String name :
        List.of("山田商店", "שלום בע״מ", "متجر", "🧾 \u202etxt", "a\u0000b", "\ud800", "")) {
      byte[] file = ReceiptPdf.of(receipt(name, List.of()), ACCENT, Optional.empty());

      assertThat(text(file)).as(name).contains("57,00");
    }
    assertThat(text(ReceiptPdf.of(receipt("山田 GmbH", List.of()), ACCENT, Optional.empty())))
        .contains("Beleg von □□ GmbH");
  }

  @Test
  void an_address_that_downloads_too_many_gets_a_page_that_says_so() throws Exception {
    try (TestApp florin = TestApp.open()) {
      Reply paid = florin.post("/v2/payments", TestApp.payment(1234, "4242424242424242"));
      String path = URI.create(paid.text("/receipt_url")).getPath() + ".pdf";
      HttpRequest request = florin.client().request(path).header("Accept", "text/html").build();

      Reply last = florin.client().send(request);
      for (int i = 0; i < 60 && last.status() == 200; i++) {
        last = florin.client().send(request);
      }

      assertThat(last.status()).isEqualTo(429);
      assertThat(last.header("Retry-After")).contains("1");
      assertThat(last.body())
          .contains("Too many attempts", "<a class=\"pay\" href=\"\">Try again</a>");
      assertThat(
              florin
                  .client()
                  .send(florin.client().request(path.replace(".pdf", "")).build())
                  .status())
          .as("the receipt's page is not limited")
          .isEqualTo(200);
    }
  }

  @Test
  void brackets_in_text_from_right_to_left_open_on_the_right() throws IOException {
    byte[] file = ReceiptPdf.of(receipt("חברה (תל אביב)", List.of()), ACCENT, Optional.empty());

    // The reader keeps the drawn order of the runs: the brackets are on the left.
    assertThat(text(file)).contains("Beleg von (תל אביב) חברה");
  }

  @Test
  void the_longest_receipt_fits_into_a_megabyte() throws IOException {
    var long250 = new BillLine("W".repeat(250), Optional.of("9 × 1 €"), "1.000.000.000,00 €");

    byte[] file =
        ReceiptPdf.of(
            receipt(
                "Shop",
                "\n".repeat(999) + "W",
                Collections.nCopies(50, long250),
                Collections.nCopies(100, REFUND)),
            ACCENT,
            Optional.of(logo(1024, 1024)));

    assertThat(file).hasSizeLessThan(MAX_BYTES);
    try (PDDocument read = Loader.loadPDF(file)) {
      assertThat(read.getNumberOfPages()).isBetween(21, 60);
    }
  }

  @Test
  void a_logo_that_cannot_be_decoded_is_left_out() throws IOException {
    byte[] half = Arrays.copyOf(logo(96, 48).content(), 2000);
    var broken = new LogoFile(MediaType.PNG, half);

    byte[] file = ReceiptPdf.of(receipt("Shop", List.of()), ACCENT, Optional.of(broken));

    assertThat(text(file)).contains("Beleg von Shop");
  }

  private static Receipt receipt(String merchant, List<BillLine> lines) {
    return receipt(merchant, "Zwei Stühle", lines, List.of(REFUND));
  }

  private static Receipt receipt(
      String merchant, String description, List<BillLine> lines, List<OneRefund> refunds) {
    return new Receipt(
        Phrasebook.in(Language.DE),
        merchant,
        Optional.of("Allee 1\nBonn"),
        List.of(
            new PageLink("Fragen? Schreiben Sie an help@shop.example", "mailto:help@shop.example"),
            new PageLink("AGB", "https://shop.example/agb")),
        ReceiptStatus.PARTLY_REFUNDED,
        "57,00\u00a0€",
        Optional.of(new RefundSummary("7,00\u00a0€", "50,00\u00a0€", refunds)),
        "3. März 2026, 12:00 UTC",
        "2026-03-03T12:00:00Z",
        "Visa •••• 4242",
        Optional.of(description),
        Optional.empty(),
        lines.isEmpty()
            ? List.of(
                new BillLine("Stuhl", Optional.of("2 × 25,00\u00a0€"), "50,00\u00a0€"),
                new BillLine("Versand", Optional.empty(), "7,00\u00a0€"))
            : lines,
        "pay_1",
        true);
  }

  /** A logo of random colors, which compress badly. */
  private static LogoFile logo(int width, int height) throws IOException {
    var random = new Random(1);
    var image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
    for (int x = 0; x < width; x++) {
      for (int y = 0; y < height; y++) {
        image.setRGB(x, y, random.nextInt());
      }
    }
    var out = new ByteArrayOutputStream();
    ImageIO.write(image, "png", out);
    return new LogoFile(MediaType.PNG, out.toByteArray());
  }

  private static String text(byte[] file) throws IOException {
    try (PDDocument read = Loader.loadPDF(file)) {
      return new PDFTextStripper().getText(read);
    }
  }
}
