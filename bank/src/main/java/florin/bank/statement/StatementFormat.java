package florin.bank.statement;

import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** The format of a bank statement. */
public enum StatementFormat {
  /** ISO 20022, the account statement, versions 02 to 13. */
  CAMT_053("camt.053"),
  /** ISO 20022, a notification of booked or future entries, without balances. */
  CAMT_054("camt.054"),
  /** SWIFT's customer statement message, with `:86:` as German or Dutch banks structure it. */
  MT940("mt940");

  /** The number of bytes that {@link #detect} reads. */
  public static final int DETECT_BYTES = 4_096;

  private final String text;

  StatementFormat(String text) {
    this.text = text;
  }

  /** Returns the name in requests and rows: `camt.053`, `camt.054`, `mt940`. */
  public String text() {
    return text;
  }

  public static Optional<StatementFormat> find(String text) {
    for (StatementFormat format : values()) {
      if (format.text.equals(text)) {
        return Optional.of(format);
      }
    }
    return Optional.empty();
  }

  /** Detects the format by a file's first bytes; empty if it is none of these. */
  public static Optional<StatementFormat> detect(byte[] first) {
    if (PackedFile.detect(first).isPresent()) {
      return Optional.empty();
    }
    int length = Math.min(first.length, DETECT_BYTES);
    String head = new String(first, 0, length, StandardCharsets.ISO_8859_1);
    if (head.contains("<")) {
      return detectXml(head);
    }
    return head.contains(":20:") || head.contains("{1:") ? Optional.of(MT940) : Optional.empty();
  }

  private static Optional<StatementFormat> detectXml(String head) {
    if (head.contains("camt.053.") || head.contains("BkToCstmrStmt")) {
      return Optional.of(CAMT_053);
    }
    if (head.contains("camt.054.") || head.contains("BkToCstmrDbtCdtNtfctn")) {
      return Optional.of(CAMT_054);
    }
    return Optional.empty();
  }
}
