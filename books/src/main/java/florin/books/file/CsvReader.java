package florin.books.file;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A strict reader of CSV (RFC 4180): UTF-8, one row a record, fields in quotes where needed. It
 * also reads LF as the end of a line, a byte order mark, and another separator.
 */
final class CsvReader {
  /** The most rows, with the header. */
  static final int MAX_ROWS = 50_001;

  /** The most fields of a row. */
  static final int MAX_COLUMNS = 200;

  /** The most characters of a field. */
  static final int MAX_FIELD = 4_096;

  private static final char BYTE_ORDER_MARK = '\uFEFF';
  private static final char END = '\uFFFF';

  private final String text;
  private final char separator;
  private int position;
  private int line = 1;

  private CsvReader(String text, char separator) {
    this.text = text;
    this.separator = separator;
  }

  /**
   * A row.
   *
   * @param line the line in the file on which the row begins, from 1
   */
  record Row(int line, List<String> fields) {
    Row {
      fields = List.copyOf(fields);
    }
  }

  /** Reads all rows, which have equally many fields. */
  static List<Row> read(byte[] file, char separator) throws SettlementFileException {
    String text = decode(file);
    int start = text.startsWith(String.valueOf(BYTE_ORDER_MARK)) ? 1 : 0;
    return new CsvReader(text.substring(start), separator).rows();
  }

  private static String decode(byte[] file) throws SettlementFileException {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(file)).toString();
    } catch (CharacterCodingException _) {
      throw new SettlementFileException(1, "The file must be UTF-8.");
    }
  }

  private List<Row> rows() throws SettlementFileException {
    var rows = new ArrayList<Row>();
    while (position < text.length()) {
      if (rows.size() == MAX_ROWS) {
        throw fault("The file has more than %d lines of data.".formatted(MAX_ROWS - 1));
      }
      Row row = row();
      if (!rows.isEmpty() && row.fields().size() != rows.getFirst().fields().size()) {
        throw new SettlementFileException(
            row.line(),
            "The row has %d fields, and the header %d."
                .formatted(row.fields().size(), rows.getFirst().fields().size()));
      }
      rows.add(row);
    }
    return rows;
  }

  private Row row() throws SettlementFileException {
    int start = line;
    var fields = new ArrayList<String>();
    do {
      if (fields.size() == MAX_COLUMNS) {
        throw fault("The row has more than %d fields.".formatted(MAX_COLUMNS));
      }
      fields.add(peek() == '"' ? quoted() : plain());
    } while (skip(separator));
    endOfLine();
    return new Row(start, fields);
  }

  private String plain() throws SettlementFileException {
    int start = position;
    while (!isEndOfField(peek())) {
      requireText(peek());
      if (peek() == '"') {
        throw fault("A field with a quotation mark must be in quotation marks.");
      }
      position++;
    }
    return bounded(text.substring(start, position));
  }

  private String quoted() throws SettlementFileException {
    position++;
    var field = new StringBuilder();
    while (true) {
      char next = peek();
      if (position >= text.length()) {
        throw fault("A quotation mark is missing at the end of a field.");
      }
      position++;
      if (next == '"' && !skip('"')) {
        break;
      }
      if (next == '\n') {
        line++;
      } else if (next != '\r') {
        requireText(next);
      }
      field.append(next);
      bounded(field);
    }
    if (!isEndOfField(peek())) {
      throw fault("There is text after the closing quotation mark of a field.");
    }
    return field.toString();
  }

  private void endOfLine() throws SettlementFileException {
    boolean hasReturn = skip('\r');
    if (skip('\n')) {
      line++;
    } else if (hasReturn) {
      throw fault("A line must end with LF or CR LF.");
    }
  }

  private boolean isEndOfField(char next) {
    return next == separator || next == '\r' || next == '\n' || position >= text.length();
  }

  private char peek() {
    return position < text.length() ? text.charAt(position) : END;
  }

  private boolean skip(char expected) {
    boolean isNext = position < text.length() && text.charAt(position) == expected;
    if (isNext) {
      position++;
    }
    return isNext;
  }

  private void requireText(char next) throws SettlementFileException {
    if (Character.isISOControl(next) && next != '\t') {
      throw fault("The file has a control character.");
    }
  }

  private <T extends CharSequence> T bounded(T field) throws SettlementFileException {
    if (field.length() > MAX_FIELD) {
      throw fault("A field has more than %d characters.".formatted(MAX_FIELD));
    }
    return field;
  }

  private SettlementFileException fault(String message) {
    return new SettlementFileException(line, message);
  }
}
