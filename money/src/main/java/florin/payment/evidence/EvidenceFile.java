package florin.payment.evidence;

import florin.core.Id.DisputeFileId;
import florin.core.Id.DisputeId;
import java.time.Instant;
import java.util.Locale;

/**
 * A file of evidence, without its content.
 *
 * @param name the file's name, as the merchant gave it
 * @param bytes its size
 * @param pages the number of pages; an image has one
 */
public record EvidenceFile(
    DisputeFileId id,
    DisputeId dispute,
    Kind kind,
    String name,
    MediaType mediaType,
    int bytes,
    int pages,
    Instant created) {
  /** The kinds of files, by Stripe's names. A dispute has at most one of each. */
  public enum Kind {
    CANCELLATION_POLICY,
    CUSTOMER_COMMUNICATION,
    CUSTOMER_SIGNATURE,
    DUPLICATE_CHARGE_DOCUMENTATION,
    RECEIPT,
    REFUND_POLICY,
    SERVICE_DOCUMENTATION,
    SHIPPING_DOCUMENTATION,
    UNCATEGORIZED_FILE;

    private final String text = name().toLowerCase(Locale.ROOT);

    public String text() {
      return text;
    }

    public static Kind of(String text) {
      return valueOf(text.toUpperCase(Locale.ROOT));
    }
  }

  /** The types of files that banks accept. */
  public enum MediaType {
    PDF("application/pdf", "pdf"),
    JPEG("image/jpeg", "jpg"),
    PNG("image/png", "png");

    private final String text;
    private final String ending;

    MediaType(String text, String ending) {
      this.text = text;
      this.ending = ending;
    }

    public String text() {
      return text;
    }

    /** Returns the ending of a file's name. */
    public String ending() {
      return ending;
    }

    public static MediaType of(String text) {
      for (MediaType type : values()) {
        if (type.text.equals(text)) {
          return type;
        }
      }
      throw new IllegalArgumentException("an unknown media type");
    }
  }
}
