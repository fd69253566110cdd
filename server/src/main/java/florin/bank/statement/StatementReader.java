package florin.bank.statement;

import florin.bank.Iban;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/**
 * Reads a bank's file as it comes, in memory that does not grow with it, and checks that it adds
 * up. It keeps no time: whoever calls has the connection's.
 */
public final class StatementReader {
  private StatementReader() {}

  /** Reads a file of which nothing is known. */
  public static void read(InputStream file, StatementFormat format, StatementSink sink)
      throws IOException, StatementException {
    read(file, format, Optional.empty(), sink);
  }

  /**
   * Reads to the end; the stream is the caller's to close.
   *
   * @param account of which statements are expected. A statement that names another is read all the
   *     same; one that names its account by a number that is no IBAN is taken for this one's, where
   *     that ends with the number
   * @throws StatementException where the file is not taken. The sink may have been told of a part
   *     of it by then
   * @throws IOException where the stream cannot be read
   */
  public static void read(
      InputStream file, StatementFormat format, Optional<Iban> account, StatementSink sink)
      throws IOException, StatementException {
    switch (format) {
      case CAMT_053, CAMT_054 -> new CamtReader(new XmlCursor(file), format, account, sink).read();
      case MT940 -> new Mt940Reader(new Mt940Fields(file), account, sink).read();
    }
  }
}
