package florin.bank.statement;

import java.io.IOException;
import java.io.InputStream;

/**
 * Reads a bank's file as it comes, in memory that does not grow with it, and checks that it adds up.
 * It keeps no time: whoever calls has the connection's.
 */
public final class StatementReader {
  private StatementReader() {}

  /**
   * Reads to the end; the stream is the caller's to close.
   *
   * @throws StatementException where the file is not taken. The sink may have been told of a part
   *     of it by then
   * @throws IOException where the stream cannot be read
   */
  public static void read(InputStream file, StatementFormat format, StatementSink sink)
      throws IOException, StatementException {
    throw new StatementException(
        StatementException.Kind.UNSUPPORTED, format.text(), "Not read yet.");
  }
}
