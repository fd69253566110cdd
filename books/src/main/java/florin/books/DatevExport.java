package florin.books;

import florin.books.ExportStore.Transfer;
import florin.books.MonthReport.Period;
import florin.core.Realm;
import florin.db.Db;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;

/**
 * Writes a month of the ledger as a batch of bookings for DATEV: EXTF version 700, category 21,
 * format version 13. The columns and the empty row are those of DATEV's sample file. The month is
 * that of the balance report: in the reporting time zone, with the adjustments of closed months.
 */
public final class DatevExport {
  /** The most bookings of a file, by DATEV's format. */
  public static final int MAX_BOOKINGS = 99_999;

  /** The largest amount in cents: ten digits before the comma. */
  private static final long MAX_AMOUNT = 999_999_999_999L;

  private static final Charset CHARSET = Charset.forName("windows-1252");
  private static final String END = "\r\n";
  private static final DateTimeFormatter DAY = DateTimeFormatter.BASIC_ISO_DATE;
  private static final DateTimeFormatter DAY_IN_YEAR = DateTimeFormatter.ofPattern("ddMM");
  private static final DateTimeFormatter CREATED =
      DateTimeFormatter.ofPattern("uuuuMMddHHmmssSSS").withZone(ZoneOffset.UTC);

  private static final UUID LOWEST = new UUID(0, 0);

  private final ExportStore store;
  private final MonthReportStore reports;
  private final String columns;
  private final List<String> emptyRow;

  public DatevExport(Db db, MonthReportStore reports) {
    this.store = new ExportStore(db);
    this.reports = reports;
    List<String> lines = layout();
    this.columns = lines.get(0);
    this.emptyRow = List.of(lines.get(1).split(";", -1));
  }

  /**
   * What the accountant names.
   *
   * @param consultant the number of the tax consultant (Berater)
   * @param client the number of the consultant's client (Mandant)
   * @param yearStart the first day of the fiscal year that includes the month
   * @param isEuroOnly whether to leave out bookings in other currencies; otherwise they are an
   *     error
   * @param isByDay whether the bookings of a day are summed up by type and accounts
   */
  public record Batch(
      YearMonth month,
      int consultant,
      int client,
      LocalDate yearStart,
      DatevAccounts accounts,
      boolean isEuroOnly,
      boolean isByDay) {}

  /** A month that can't be exported. The message says why and what to do. */
  public static final class ExportException extends Exception {
    private static final long serialVersionUID = 1;

    private ExportException(String message) {
      super(message, null, false, false);
    }
  }

  /** What makes bookings of a day one booking. */
  private record Key(LocalDate day, String reference, String text, String debit, String credit) {}

  /** Writes the file, or nothing at all. Returns the number of bookings. */
  public int write(Realm realm, Batch batch, Instant created, OutputStream out)
      throws ExportException, IOException {
    Period period = reports.period(realm, batch.month());
    if (created.isBefore(period.until())) {
      throw new ExportException(
          "The month isn't over in the reporting time zone of the account. Export it after its end; nothing was written.");
    }
    Map<Key, Long> bookings = bookings(realm, batch, period);
    var text = new StringBuilder(header(batch, created)).append(END).append(columns).append(END);
    bookings.forEach((key, amount) -> text.append(row(key, amount)).append(END));
    out.write(text.toString().getBytes(CHARSET));
    out.flush();
    return bookings.size();
  }

  /** Returns the bookings with their amounts. Transfers within one account number are none. */
  private Map<Key, Long> bookings(Realm realm, Batch batch, Period period) throws ExportException {
    var bookings = new LinkedHashMap<Key, Long>();
    Set<String> others = new TreeSet<>();
    List<Transfer> page = store.listOfMonth(realm, period, LOWEST);
    while (!page.isEmpty()) {
      for (Transfer transfer : page) {
        if (!transfer.currency().code().equals("eur")) {
          others.add(transfer.currency().code().toUpperCase(Locale.ROOT));
        } else {
          Key key = key(transfer, batch, period);
          if (!key.debit().equals(key.credit())) {
            add(bookings, key, transfer.amount());
          }
        }
      }
      page = store.listOfMonth(realm, period, page.getLast().id().uuid());
    }
    if (!others.isEmpty() && !batch.isEuroOnly()) {
      throw new ExportException(
          "The month has bookings in %s, and the file for DATEV can only have EUR. Leave them out with --euro-only; nothing was written."
              .formatted(String.join(", ", others)));
    }
    return bookings;
  }

  private static void add(Map<Key, Long> bookings, Key key, long amount) throws ExportException {
    if (bookings.merge(key, amount, Math::addExact) > MAX_AMOUNT) {
      throw new ExportException(
          "A booking has more than ten digits before the comma, which DATEV doesn't accept. Nothing was written.");
    }
    if (bookings.size() > MAX_BOOKINGS) {
      throw new ExportException(
          "The month has more than %,d bookings, the most of a file for DATEV. Sum them up with --by-day; nothing was written."
              .formatted(MAX_BOOKINGS));
    }
  }

  /** DATEV takes only days of the month, so adjustments are booked on its first day. */
  private static Key key(Transfer transfer, Batch batch, Period period) {
    LocalDate day = LocalDate.ofInstant(transfer.booked(), period.zone());
    LocalDate first = period.month().atDay(1);
    String words = words(transfer.type());
    return new Key(
        day.isBefore(first) ? first : day,
        batch.isByDay() ? day.toString() : allowed(transfer.object().text()),
        batch.isByDay() ? words : words + " " + transfer.id().text(),
        batch.accounts().number(transfer.debit()),
        batch.accounts().number(transfer.credit()));
  }

  /** Replaces the underscore, which older versions of DATEV's format don't accept. */
  private static String allowed(String reference) {
    return reference.replace('_', '-');
  }

  /** Returns the words of a type for accountants, who read German in DATEV. */
  private static String words(MovementType type) {
    return switch (type) {
      case PAYMENT -> "Zahlung";
      case REFUND -> "Erstattung";
      case REFUND_FAILURE -> "Erstattung fehlgeschlagen";
      case DISPUTE -> "Zahlungsanfechtung";
      case DISPUTE_LOSS -> "Zahlungsanfechtung verloren";
      case CUSTOMER_CREDIT -> "Kundenguthaben";
      case UNMATCHED_TRANSFER -> "Nicht zugeordnete Überweisung";
      case SETTLEMENT -> "Abrechnung";
      case PROCESSING_FEE, FEE -> "Gebühr";
      case CONVERSION -> "Währungsumrechnung";
      case RESERVE -> "Einbehalt";
      case ADJUSTMENT -> "Korrektur";
      case UNEXPLAINED -> "Ungeklärt";
      case PAYOUT -> "Auszahlung";
      case PAYOUT_FAILURE -> "Auszahlung fehlgeschlagen";
      case PAYOUT_ARRIVAL -> "Auszahlung eingegangen";
    };
  }

  private static String header(Batch batch, Instant created) {
    return String.join(
        ";",
        "\"EXTF\";700;21;\"Buchungsstapel\";13",
        CREATED.format(created),
        ";\"FL\";\"\";\"\"",
        Integer.toString(batch.consultant()),
        Integer.toString(batch.client()),
        DAY.format(batch.yearStart()),
        Integer.toString(batch.accounts().length()),
        DAY.format(batch.month().atDay(1)),
        DAY.format(batch.month().atEndOfMonth()),
        "\"Florin %s\"".formatted(batch.month()),
        "\"\";1;0;0;\"EUR\";;\"\";;;\"%s\";;;\"\";\"\"".formatted(batch.accounts().chart().number));
  }

  private String row(Key key, long amount) {
    var fields = new ArrayList<>(emptyRow);
    fields.set(0, BigDecimal.valueOf(amount, 2).toPlainString().replace('.', ','));
    fields.set(1, "\"S\"");
    fields.set(2, "\"EUR\"");
    fields.set(6, key.debit());
    fields.set(7, key.credit());
    fields.set(9, DAY_IN_YEAR.format(key.day()));
    fields.set(10, "\"" + key.reference() + "\"");
    fields.set(13, "\"" + key.text() + "\"");
    fields.set(113, "0"); // the accountant can still change the bookings
    return String.join(";", fields);
  }

  private static List<String> layout() {
    try (InputStream in =
        Objects.requireNonNull(DatevExport.class.getResourceAsStream("datev-bookings.csv"))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }
}
