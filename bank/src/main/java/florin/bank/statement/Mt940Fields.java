package florin.bank.statement;

import florin.bank.statement.CountedInput.InputRefusal;
import florin.bank.statement.StatementException.Faults;
import florin.bank.statement.StatementException.Kind;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads the fields of an MT940 file one by one: `:61:` and its lines up to the next field. Text
 * outside messages, such as SWIFT's envelope or a bank's header, is skipped.
 */
final class Mt940Fields implements Faults {
  /**
   * A field.
   *
   * @param tag such as `61` or `60F`
   * @param lines at least one, without the tag
   */
  record SwiftField(String tag, List<String> lines) {
    String first() {
      return lines.getFirst().strip();
    }
  }

  private static final Pattern TAG = Pattern.compile(":([0-9]{2}[A-Z]?|NS):(.*)");
  private static final String BYTE_ORDER_MARK = "\ufeff";
  private static final String BLOCK = "{4:";

  private final InputStream file;
  private final byte[] buffer = new byte[8_192];
  private final byte[] lineBytes = new byte[StatementBounds.MAX_LINE_CHARS];
  private int at;
  private int end;
  private int line;
  private int fieldLine;
  private String tag = "";

  /** The line that began the next field, or ended the message. */
  private @Nullable String ahead;

  Mt940Fields(InputStream file) {
    this.file = new CountedInput(file);
  }

  /** Returns the next field; empty at the end of the file. */
  Optional<SwiftField> next() throws IOException, StatementException {
    String begin = ahead == null ? line() : ahead;
    ahead = null;
    while (begin != null && !TAG.matcher(begin).matches()) {
      begin = line();
    }
    if (begin == null) {
      return Optional.empty();
    }
    Matcher parts = TAG.matcher(begin);
    if (!parts.matches()) {
      throw new IllegalStateException("a line that was one with a tag");
    }
    tag = parts.group(1);
    fieldLine = line;
    return Optional.of(new SwiftField(tag, lines(parts.group(2))));
  }

  @Override
  public StatementException fault(Kind kind, String message) {
    return new StatementException(
        kind, "line " + fieldLine + (tag.isEmpty() ? "" : ", :" + tag + ":"), message);
  }

  private List<String> lines(String first) throws IOException, StatementException {
    var lines = new ArrayList<String>();
    lines.add(first);
    String next = line();
    while (next != null && !TAG.matcher(next).matches() && !endsMessage(next)) {
      if (lines.size() == StatementBounds.MAX_FIELD_LINES) {
        throw fault(
            Kind.TOO_LARGE,
            "The field has more than %d lines.".formatted(StatementBounds.MAX_FIELD_LINES));
      }
      lines.add(next);
      next = line();
    }
    ahead = next;
    return lines;
  }

  private static boolean endsMessage(String line) {
    return line.stripTrailing().equals("-") || line.startsWith("-}") || line.startsWith("{1:");
  }

  /** Returns the next line without its end; for a line of the envelope, the part within it. */
  private @Nullable String line() throws IOException, StatementException {
    int length = 0;
    int next = octet();
    if (next < 0) {
      return null;
    }
    line++;
    while (next >= 0 && next != '\n' && next != '\r') {
      if (length == lineBytes.length) {
        fieldLine = line;
        throw fault(
            Kind.TOO_LARGE,
            "The line has more than %d characters.".formatted(StatementBounds.MAX_LINE_CHARS));
      }
      lineBytes[length++] = (byte) next;
      next = octet();
    }
    if (next == '\r') {
      int behind = octet();
      if (behind >= 0 && behind != '\n') {
        at--;
      }
    }
    String text = text(length);
    if (line == 1 && text.startsWith(BYTE_ORDER_MARK)) {
      text = text.substring(1);
    }
    int block = text.startsWith("{") ? text.indexOf(BLOCK) : -1;
    return block < 0 ? text : text.substring(block + BLOCK.length());
  }

  /** Decodes UTF-8 if it is valid, otherwise ISO 8859-1, in which every byte is a character. */
  private String text(int length) {
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(lineBytes, 0, length))
          .toString();
    } catch (CharacterCodingException _) {
      return new String(lineBytes, 0, length, StandardCharsets.ISO_8859_1);
    }
  }

  private int octet() throws IOException, StatementException {
    if (at == end) {
      try {
        end = file.read(buffer, 0, buffer.length);
      } catch (InputRefusal refused) {
        fieldLine = line;
        throw fault(refused.kind(), refused.text());
      }
      at = 0;
      if (end <= 0) {
        end = 0;
        return -1;
      }
    }
    return buffer[at++] & 0xff;
  }
}
