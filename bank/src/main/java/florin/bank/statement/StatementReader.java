package florin.bank.statement;

import florin.core.Currency;
import florin.core.Iban;
import florin.core.Money;
import java.io.IOException;
import java.io.InputStream;
import java.time.LocalDate;
import java.util.Optional;

/**
 * Reads a bank's file as a stream, with bounded memory, and checks that its totals are consistent.
 * It has no timeout: the caller's connection has one.
 */
public final class StatementReader {
  /**
   * Receives the content of a file in order: for each statement a head, its entries, and an end.
   * Discard everything if {@link StatementReader#read} throws, because the totals of a statement
   * are known only at its last line.
   */
  public interface StatementSink {
    /**
     * The totals of a statement, already checked: the opening balance and the booked entries give
     * the closing balance, and the bank's counts match.
     *
     * @param closing empty for a camt.054
     * @param day the day of the closing balance
     * @param entries the number of entries, booked or not
     * @param booked empty if there was no entry
     */
    record StatementEnd(
        Optional<Balance> closing,
        Optional<LocalDate> day,
        int entries,
        Optional<Turnover> booked) {
      /** The booked credits and debits. */
      public record Turnover(Money credits, Money debits) {}
    }

    /**
     * The head of a statement.
     *
     * @param id identifies the statement among those of its account, even if the bank issues it
     *     again. For camt it is the statement's `Id`, with `/2` for its second page and so on. For
     *     MT940 it is `:28C:` and `:60F:`, because its numbers restart each year
     * @param sequence the bank's sequence number, if any: the electronic one, otherwise the legal
     *     one. It may restart each year
     * @param page the page, if the bank splits a statement; each page is a statement here, with its
     *     own balances
     * @param opening the balance before its first entry; empty for a camt.054
     * @param created the day on which the bank wrote it
     * @param duplicate whether the bank marks it as a repeated statement
     */
    record StatementHead(
        Iban account,
        Optional<Currency> currency,
        String id,
        Optional<Long> sequence,
        Optional<StatementPage> page,
        Optional<Balance> opening,
        Optional<LocalDate> created,
        Optional<StatementSpan> span,
        boolean duplicate) {
      /**
       * A page of a statement.
       *
       * @param number from 1
       * @param last empty if it is known only at the end (MT940)
       */
      public record StatementPage(int number, Optional<Boolean> last) {}

      /** A range of days, both included. */
      public record StatementSpan(LocalDate from, LocalDate to) {}
    }

    void head(StatementHead head);

    void entry(StatementEntry entry);

    void end(StatementEnd end);
  }

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
