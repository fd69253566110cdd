package florin.bank.statement;

import florin.bank.Iban;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/**
 * Reads a bank's file as a stream, with bounded memory, and checks that its totals are consistent.
 * It has no timeout: the caller's connection has one.
 */
public final class StatementReader {
  private StatementReader() {}

  /** Reads a file of an unknown account. */
  public static void read(InputStream file, StatementFormat format, StatementSink sink)
      throws IOException, StatementException {
    read(file, format, Optional.empty(), sink);
  }

  /**
   * Reads a file to its end; the caller closes the stream.
   *
   * @param account the expected account. A statement of another account is read too. A statement
   *     that names a domestic number belongs to this account if the IBAN ends with that number
   * @throws StatementException if the file is rejected. The sink may have received a part of it by
   *     then
   * @throws IOException if the stream can't be read
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
