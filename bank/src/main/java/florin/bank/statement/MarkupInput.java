package florin.bank.statement;

import florin.bank.statement.StatementException.Kind;
import java.io.IOException;
import java.io.InputStream;

/**
 * An XML stream that rejects document types, and any tag, comment, instruction or CDATA section
 * over {@link StatementBounds#MAX_MARKUP_BYTES}. The parser buffers each of these as a whole,
 * without a limit; it returns text in pieces. This class reads bytes, which is correct for every
 * encoding that contains ASCII. No other encodings are accepted.
 */
final class MarkupInput extends CountedInput {
  private enum State {
    TEXT,
    /** The last byte was `<`. */
    OPEN,
    TAG,
    DOUBLE_QUOTES,
    SINGLE_QUOTES,
    /** The last bytes were `<!`. */
    DECLARATION,
    COMMENT,
    CDATA,
    INSTRUCTION
  }

  private State state = State.TEXT;
  private int length;
  private byte last;
  private byte lastButOne;

  MarkupInput(InputStream file) {
    super(file);
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    int count = super.read(into, offset, length);
    for (int i = offset; i < offset + count; i++) {
      look(into[i]);
    }
    return count;
  }

  private void look(byte next) throws IOException {
    if (state == State.TEXT) {
      if (next == '<') {
        state = State.OPEN;
        length = 0;
      }
      return;
    }
    length++;
    if (length > StatementBounds.MAX_MARKUP_BYTES) {
      throw new InputRefusal(
          Kind.TOO_LARGE,
          "A tag or a comment of this file has more than %d bytes. Ask the bank for the file again."
              .formatted(StatementBounds.MAX_MARKUP_BYTES));
    }
    state = after(next);
    lastButOne = last;
    last = next;
  }

  private State after(byte next) throws IOException {
    return switch (state) {
      case TEXT -> State.TEXT;
      case OPEN ->
          switch (next) {
            case '!' -> State.DECLARATION;
            case '?' -> State.INSTRUCTION;
            default -> inTag(next);
          };
      case TAG -> inTag(next);
      case DOUBLE_QUOTES -> next == '"' ? State.TAG : state;
      case SINGLE_QUOTES -> next == '\'' ? State.TAG : state;
      case DECLARATION -> declared(next);
      // The opening dashes are two more characters before the closing ones.
      case COMMENT -> next == '>' && endsWith('-') && length > 5 ? State.TEXT : state;
      case CDATA -> next == '>' && endsWith(']') ? State.TEXT : state;
      case INSTRUCTION -> next == '>' && last == '?' && length > 2 ? State.TEXT : state;
    };
  }

  private static State inTag(byte next) {
    return switch (next) {
      case '>' -> State.TEXT;
      case '"' -> State.DOUBLE_QUOTES;
      case '\'' -> State.SINGLE_QUOTES;
      default -> State.TAG;
    };
  }

  private State declared(byte next) throws IOException {
    return switch (next) {
      case '-' -> length == 2 ? state : State.COMMENT;
      case '[' -> State.CDATA;
      default ->
          throw new InputRefusal(
              Kind.SYNTAX,
              "The file declares a document type (DOCTYPE), which Florin rejects. Ask the bank for the file again.");
    };
  }

  private boolean endsWith(char twice) {
    return last == twice && lastButOne == twice;
  }
}
