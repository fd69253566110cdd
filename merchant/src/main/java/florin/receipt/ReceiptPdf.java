package florin.receipt;

import florin.branding.Accent;
import florin.branding.Branding.LogoFile;
import florin.checkout.CheckoutPage.PageLink;
import florin.checkout.Phrase;
import florin.mail.Letter.Fact;
import florin.receipt.PdfSheet.Cell;
import florin.receipt.PdfSheet.Style;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import javax.imageio.ImageIO;
import javax.imageio.stream.MemoryCacheImageInputStream;

/** The receipt as a PDF: see docs/decisions/045-receipt-pdf.md. */
final class ReceiptPdf {
  /** The size of the logo's box, in points. */
  private static final float LOGO_WIDTH = 180;

  private static final float LOGO_HEIGHT = 36;

  /** The most pixels of the logo for a point, which bounds the file. */
  private static final float RESOLUTION = 4;

  private static final float LABELS = 150;
  private static final float AMOUNTS = 130;
  private static final Style SMALL = new Style(9, false, true);
  private static final Style QUIET = new Style(10, false, true);
  private static final Style PLAIN = new Style(10, false, false);
  private static final Style BOLD = new Style(10, true, false);

  private ReceiptPdf() {}

  static byte[] of(Receipt receipt, Accent accent, Optional<LogoFile> logo) {
    try (var sheet =
        new PdfSheet(receipt.title(), Locale.of(receipt.language()), Color.decode(accent.text()))) {
      if (receipt.test()) {
        sheet.paragraph("P", receipt.say(Phrase.RECEIPT_TEST), SMALL);
        sheet.space(12);
      }
      Optional<BufferedImage> picture = logo.flatMap(ReceiptPdf::read);
      if (picture.isPresent()) {
        picture(sheet, picture.get(), receipt.merchant());
        sheet.space(12);
      }
      sheet.paragraph("H1", receipt.title(), new Style(14, true, false));
      sheet.space(6);
      sheet.paragraph("P", receipt.paid(), new Style(28, true, false));
      sheet.paragraph("P", receipt.say(receipt.standing().words()), QUIET);
      sheet.space(24);
      sheet.table(receipt.facts().stream().map(ReceiptPdf::fact).toList());
      sheet.space(24);
      sheet.table(bill(receipt));
      sheet.space(24);
      from(sheet, receipt);
      return sheet.bytes();
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  private static List<Cell> fact(Fact fact) {
    return List.of(
        new Cell(fact.label(), 0, LABELS, false, QUIET),
        new Cell(fact.value(), LABELS + 16, PdfSheet.WIDTH - LABELS - 16, false, PLAIN));
  }

  private static List<List<Cell>> bill(Receipt receipt) {
    List<Fact> bill = receipt.bill();
    var rows = new ArrayList<List<Cell>>();
    for (int i = 0; i < bill.size(); i++) {
      Style style = i == bill.size() - 1 ? BOLD : PLAIN;
      rows.add(
          List.of(
              new Cell(bill.get(i).label(), 0, PdfSheet.WIDTH - AMOUNTS - 16, false, style),
              new Cell(bill.get(i).value(), PdfSheet.WIDTH - AMOUNTS, AMOUNTS, true, style)));
    }
    return rows;
  }

  private static void from(PdfSheet sheet, Receipt receipt) throws IOException {
    if (receipt.address().isPresent()) {
      sheet.paragraph("P", receipt.merchant() + "\n" + receipt.address().get(), SMALL);
      sheet.space(8);
    }
    for (PageLink link : receipt.footer()) {
      boolean isMail = link.url().startsWith("mailto:");
      sheet.paragraph("P", isMail ? link.label() : link.label() + ": " + link.url(), SMALL);
    }
  }

  private static void picture(PdfSheet sheet, BufferedImage image, String name) throws IOException {
    float scale =
        Math.min(1, Math.min(LOGO_HEIGHT / image.getHeight(), LOGO_WIDTH / image.getWidth()));
    float width = image.getWidth() * scale;
    float height = image.getHeight() * scale;
    sheet.picture(smaller(image, width * RESOLUTION), width, height, name);
  }

  /** Returns the image with at most this width, because a logo may have a million pixels. */
  private static BufferedImage smaller(BufferedImage image, float most) {
    int width = Math.clamp(Math.round(most), 1, image.getWidth());
    int height = Math.max(1, Math.round((float) image.getHeight() * width / image.getWidth()));
    var smaller = new BufferedImage(width, height, BufferedImage.TYPE_INT_ARGB);
    Graphics2D graphics = smaller.createGraphics();
    graphics.setRenderingHint(
        RenderingHints.KEY_INTERPOLATION, RenderingHints.VALUE_INTERPOLATION_BICUBIC);
    graphics.drawImage(image, 0, 0, width, height, null);
    graphics.dispose();
    return smaller;
  }

  /** Decodes a logo; empty if it is no picture, because only its header was ever checked. */
  private static Optional<BufferedImage> read(LogoFile logo) {
    try {
      // A stream in memory: ImageIO would otherwise cache its input in a file. ImageIO closes it.
      return Optional.ofNullable(
          ImageIO.read(new MemoryCacheImageInputStream(new ByteArrayInputStream(logo.content()))));
    } catch (IOException | RuntimeException unreadable) {
      return Optional.empty();
    }
  }
}
