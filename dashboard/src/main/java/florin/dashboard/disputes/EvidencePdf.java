package florin.dashboard.disputes;

import florin.connector.EvidenceRules;
import florin.core.ErrorCode;
import florin.core.Problem;
import florin.core.Refusal;
import florin.payment.evidence.BoundedPdf;
import florin.payment.evidence.Evidence;
import florin.payment.evidence.EvidenceDrafts;
import florin.payment.evidence.EvidenceFile;
import florin.payment.evidence.EvidenceFile.MediaType;
import florin.payment.evidence.EvidencePreview;
import florin.receipt.PdfPermits;
import florin.receipt.PdfSheet;
import florin.receipt.PdfSheet.Style;
import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import javax.imageio.ImageIO;
import javax.imageio.ImageReader;
import javax.imageio.stream.MemoryCacheImageInputStream;
import org.apache.pdfbox.cos.COSArray;
import org.apache.pdfbox.cos.COSBase;
import org.apache.pdfbox.cos.COSDictionary;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.io.IOUtils;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.apache.pdfbox.pdmodel.graphics.image.JPEGFactory;
import org.apache.pdfbox.pdmodel.graphics.image.LosslessFactory;
import org.apache.pdfbox.pdmodel.graphics.image.PDImageXObject;

/**
 * Evidence as one PDF for a person to check: the texts, then the files in the order in which they
 * are sent. The pages of PDFs are copied without decoding them, so that the work is bounded by the
 * size of the files.
 */
final class EvidencePdf {
  /** The most PDFs that are made at the same time; each needs up to 100 MB. */
  private static final int MAX_AT_ONCE = 1;

  /** The longest wait for one of them to end. */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  /** The most pixels of a picture, enough for 240 dots per inch on A4. */
  private static final int MAX_PIXELS = 6_000_000;

  private static final float MARGIN = 36;
  private static final Color ACCENT = new Color(0x596070);
  private static final Style TITLE = new Style(16, true, false);
  private static final Style LABEL = new Style(11, true, false);
  private static final Style TEXT = new Style(10, false, false);
  private static final Style QUIET = new Style(9, false, true);

  /** The entries of an annotation that act, or that lead to other pages. */
  private static final List<COSName> NOT_COPIED =
      List.of(
          COSName.A,
          COSName.AA,
          COSName.P,
          COSName.PARENT,
          COSName.getPDFName("Popup"),
          COSName.getPDFName("IRT"),
          COSName.DEST,
          COSName.STRUCT_PARENT);

  private final PdfPermits permits =
      new PdfPermits(
          MAX_AT_ONCE, PATIENCE, "Other previews are being made. Try again in a moment.");

  /**
   * Returns the file.
   *
   * @param contents reads a file of the evidence
   */
  byte[] of(EvidencePreview preview, Function<EvidenceFile, byte[]> contents) {
    int most = preview.limits().map(EvidenceRules::bytes).orElse(EvidenceDrafts.MAX_FILE_BYTES);
    if (preview.evidence().bytes() > most) {
      throw refused(
          "The files together are larger than the provider accepts. Remove a file, then open the preview again.");
    }
    return permits.make(() -> merged(preview.evidence(), contents));
  }

  private static Refusal refused(String message) {
    return new Problem.BadRequest(ErrorCode.EVIDENCE_FILE_INVALID, message).refusal();
  }

  private static byte[] merged(Evidence evidence, Function<EvidenceFile, byte[]> contents) {
    var sources = new ArrayList<PDDocument>();
    try (PDDocument all = BoundedPdf.open(texts(evidence))) {
      for (EvidenceFile file : evidence.files()) {
        byte[] content = contents.apply(file);
        try {
          append(all, file.mediaType(), content, sources);
        } catch (IOException | RuntimeException unreadable) {
          throw refused(
              "The file “%s” can't be read. Remove it, or save it anew and add it again."
                  .formatted(EvidenceText.label(file.kind())));
        }
      }
      var out = new ByteArrayOutputStream();
      all.save(out);
      return out.toByteArray();
    } catch (PdfSheet.FullException tooLong) {
      throw refused(
          "The texts have more than %d pages. Shorten them, then open the preview again."
              .formatted(PdfSheet.MAX_PAGES));
    } catch (IOException failed) {
      throw new UncheckedIOException("making a preview of evidence", failed);
    } finally {
      sources.forEach(IOUtils::closeQuietly);
    }
  }

  private static byte[] texts(Evidence evidence) throws IOException {
    try (var sheet = new PdfSheet("Evidence", Locale.ENGLISH, ACCENT)) {
      sheet.paragraph("H1", "Evidence", TITLE);
      sheet.paragraph("P", "Dispute " + evidence.dispute().providerId(), QUIET);
      for (var text : evidence.draft().fields().entrySet()) {
        sheet.space(14);
        sheet.paragraph("H2", EvidenceText.label(text.getKey()), LABEL);
        sheet.paragraph("P", text.getValue(), TEXT);
      }
      if (!evidence.files().isEmpty()) {
        sheet.space(14);
        sheet.paragraph("H2", "Files on the next pages", LABEL);
        for (EvidenceFile file : evidence.files()) {
          sheet.paragraph(
              "P", EvidenceText.label(file.kind()) + ": " + EvidenceText.pages(file.pages()), TEXT);
        }
      }
      return sheet.bytes();
    }
  }

  private static void append(
      PDDocument all, MediaType type, byte[] content, List<PDDocument> sources) throws IOException {
    if (type != MediaType.PDF) {
      if (type == MediaType.JPEG) {
        draw(all, jpeg(all, content), JpegOrientation.of(content));
      } else {
        draw(all, png(all, content), JpegOrientation.UPRIGHT);
      }
      return;
    }
    PDDocument source = BoundedPdf.open(content);
    sources.add(source); // its streams are read when the whole is saved
    for (PDPage page : source.getPages()) {
      all.addPage(copy(page));
    }
  }

  /** Returns a page without what leads to other pages, and without actions. */
  private static PDPage copy(PDPage page) {
    var copied = new COSDictionary(page.getCOSObject());
    copied.removeItem(COSName.PARENT);
    copied.removeItem(COSName.AA);
    copied.removeItem(COSName.B);
    copied.removeItem(COSName.STRUCT_PARENTS);
    copied.removeItem(COSName.ANNOTS);
    var annotations = new COSArray();
    COSArray found = page.getCOSObject().getCOSArray(COSName.ANNOTS);
    for (int i = 0; found != null && i < found.size(); i++) {
      COSBase annotation = found.getObject(i);
      if (annotation instanceof COSDictionary shown) {
        var still = new COSDictionary(shown);
        NOT_COPIED.forEach(still::removeItem);
        annotations.add(still);
      }
    }
    var copy = new PDPage(copied);
    copy.getCOSObject().setItem(COSName.ANNOTS, annotations);
    copy.setMediaBox(page.getMediaBox());
    copy.setCropBox(page.getCropBox());
    copy.setRotation(page.getRotation());
    copy.setResources(page.getResources());
    return copy;
  }

  /** Draws a picture on an A4 page of its own, not larger than a pixel for a point. */
  private static void draw(PDDocument all, PDImageXObject image, JpegOrientation orientation)
      throws IOException {
    boolean isTurned = orientation.isTurned();
    int wide = isTurned ? image.getHeight() : image.getWidth();
    int high = isTurned ? image.getWidth() : image.getHeight();
    float shortSide = PDRectangle.A4.getWidth();
    float longSide = PDRectangle.A4.getHeight();
    var page = new PDPage(wide > high ? new PDRectangle(longSide, shortSide) : PDRectangle.A4);
    all.addPage(page);
    PDRectangle box = page.getMediaBox();
    float scale =
        Math.min(
            1,
            Math.min((box.getWidth() - 2 * MARGIN) / wide, (box.getHeight() - 2 * MARGIN) / high));
    float width = wide * scale;
    float height = high * scale;
    var place =
        new PDRectangle(
            (box.getWidth() - width) / 2, box.getHeight() - MARGIN - height, width, height);
    try (var content = new PDPageContentStream(all, page)) {
      content.drawImage(image, orientation.matrix(place));
    }
  }

  /** Returns a JPEG as it is. */
  private static PDImageXObject jpeg(PDDocument all, byte[] content) throws IOException {
    return JPEGFactory.createFromStream(all, new ByteArrayInputStream(content));
  }

  /** Returns a PNG with fewer pixels, if it has many. */
  private static PDImageXObject png(PDDocument all, byte[] content) throws IOException {
    ImageReader reader = ImageIO.getImageReadersByFormatName("png").next();
    try (var stream = new MemoryCacheImageInputStream(new ByteArrayInputStream(content))) {
      reader.setInput(stream, true, true);
      double pixels = (double) reader.getWidth(0) * reader.getHeight(0);
      int step = (int) Math.ceil(Math.max(1, Math.sqrt(pixels / MAX_PIXELS)));
      var fewer = reader.getDefaultReadParam();
      fewer.setSourceSubsampling(step, step, 0, 0);
      BufferedImage image = reader.read(0, fewer);
      return LosslessFactory.createFromImage(all, image);
    } finally {
      reader.dispose();
    }
  }
}
