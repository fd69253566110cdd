package florin.bank.statement;

import florin.bank.statement.StatementException.Kind;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** A stream with a size limit: a longer file fails while it is read, not when it is stored. */
class CountedInput extends FilterInputStream {
  private long read;

  CountedInput(InputStream file) {
    super(file);
  }

  @Override
  public int read() throws IOException {
    var one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    int count = super.read(into, offset, length);
    if (count > 0) {
      read += count;
      if (read > StatementBounds.MAX_FILE_BYTES) {
        throw new InputRefusal(
            Kind.TOO_LARGE,
            "The file has more than %d MB. Ask the bank for statements of shorter periods."
                .formatted(StatementBounds.MAX_FILE_BYTES >> 20));
      }
    }
    return count;
  }

  /**
   * An exception that passes through parsers, which know only {@link IOException}, and keeps its
   * kind.
   */
  static final class InputRefusal extends IOException {
    private static final long serialVersionUID = 1;

    private final Kind kind;
    private final String text;

    InputRefusal(Kind kind, String text) {
      super(text);
      this.kind = kind;
      this.text = text;
    }

    Kind kind() {
      return kind;
    }

    String text() {
      return text;
    }
  }
}
