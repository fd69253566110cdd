package florin.bank.statement;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/** Files that banks offer next to or around their statements, recognized by their first bytes. */
public enum PackedFile {
  ZIP("PK\u0003\u0004", "The file is a ZIP archive. Unpack it, and send each statement in it."),
  GZIP(
      "\u001f\u008b", "The file is compressed with gzip. Unpack it, and send the statement in it."),
  PDF(
      "%PDF-",
      "The file is a PDF. Get the statement as camt.053, camt.054 or MT940 from the bank.");

  private final String magic;
  private final String message;

  PackedFile(String magic, String message) {
    this.magic = magic;
    this.message = message;
  }

  /** Returns the kind of the file, and advice for the caller. */
  public String message() {
    return message;
  }

  public static Optional<PackedFile> detect(byte[] first) {
    String text = new String(first, StandardCharsets.ISO_8859_1);
    return Arrays.stream(values()).filter(it -> text.startsWith(it.magic)).findFirst();
  }
}
