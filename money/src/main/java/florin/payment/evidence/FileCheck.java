package florin.payment.evidence;

import florin.core.ErrorCode;
import florin.core.Problem;
import florin.core.Refusal;
import florin.payment.evidence.EvidenceFile.MediaType;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Optional;
import javax.imageio.ImageIO;
import javax.imageio.ImageReader;
import javax.imageio.stream.MemoryCacheImageInputStream;
import org.apache.pdfbox.pdmodel.PDDocument;

/** The check of an uploaded file, by its content and not by its name. */
final class FileCheck {
  /** The most bytes of a file, which Stripe accepts for all files of a dispute together. */
  static final int MAX_BYTES = 4_500_000;

  /** The most pages of a file that Florin stores. Banks accept fewer. */
  private static final int MAX_PAGES = 200;

  /** The most pixels of a picture, and of one of its sides. */
  private static final long MAX_PIXELS = 100_000_000;

  private static final long MAX_SIDE = 30_000;

  private FileCheck() {}

  /** The type and the pages that were found. */
  record Checked(MediaType type, int pages) {}

  /** Checks a file; rejects one that a bank can't open. */
  static Checked check(byte[] file) {
    if (file.length == 0 || file.length > MAX_BYTES) {
      throw refused(
          "The file is empty or larger than 4.5 MB. Send a smaller file; nothing was stored.");
    }
    MediaType type =
        type(file)
            .orElseThrow(() ->
                refused(
                    "The file is no PDF, JPEG or PNG. Convert it to one of these; nothing was stored."));
    return new Checked(type, type == MediaType.PDF ? pages(file) : picture(file, type));
  }

  private static Optional<MediaType> type(byte[] file) {
    if (begins(file, '%', 'P', 'D', 'F', '-')) {
      return Optional.of(MediaType.PDF);
    }
    if (begins(file, 0xff, 0xd8, 0xff)) {
      return Optional.of(MediaType.JPEG);
    }
    return begins(file, 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n')
        ? Optional.of(MediaType.PNG)
        : Optional.empty();
  }

  private static boolean begins(byte[] file, int... bytes) {
    for (int i = 0; i < bytes.length; i++) {
      if (file.length <= i || (file[i] & 0xff) != bytes[i]) {
        return false;
      }
    }
    return true;
  }

  /** Checks the size of a picture, which is in its beginning, and returns the number of pages. */
  private static int picture(byte[] file, MediaType type) {
    ImageReader reader = ImageIO.getImageReadersByFormatName(type.ending()).next();
    try (var stream = new MemoryCacheImageInputStream(new ByteArrayInputStream(file))) {
      reader.setInput(stream, true, true);
      long width = reader.getWidth(0);
      long height = reader.getHeight(0);
      if (Math.max(width, height) > MAX_SIDE || width * height > MAX_PIXELS) {
        throw refused(
            "The picture has more than 100 megapixels, or a side of more than 30,000. Make it smaller; nothing was stored.");
      }
      return 1;
    } catch (IOException | RuntimeException broken) {
      throw broken instanceof Refusal refusal
          ? refusal
          : refused(
              "The picture can't be read. Save it anew as a JPEG or PNG; nothing was stored.");
    } finally {
      reader.dispose();
    }
  }

  private static int pages(byte[] file) {
    try (PDDocument document = BoundedPdf.open(file)) {
      int pages = document.getNumberOfPages();
      if (document.isEncrypted() || pages < 1 || pages > MAX_PAGES) {
        throw refused(
            "The PDF is encrypted, empty or longer than 200 pages. Send it without a password and shorter; nothing was stored.");
      }
      return pages;
    } catch (IOException | RuntimeException broken) {
      throw broken instanceof Refusal refusal
          ? refusal
          : refused("The PDF can't be read. Save it anew as a PDF; nothing was stored.");
    }
  }

  private static Refusal refused(String message) {
    return new Problem.BadRequest(ErrorCode.EVIDENCE_FILE_INVALID, message).refusal();
  }
}
