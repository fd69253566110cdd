package florin.books;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import florin.books.DatevAccounts.AccountsFileException;
import florin.books.DatevAccounts.StandardChart;
import florin.books.DatevExport.Batch;
import florin.books.DatevExport.ExportException;
import florin.db.Db;
import florin.testing.TestApp;
import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.nio.charset.Charset;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** The export for DATEV, read back column by column. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DatevExportTest {
  private static final Charset CHARSET = Charset.forName("windows-1252");
  private static final Instant CREATED = Instant.parse("2026-12-01T09:08:07.006Z");
  private static final YearMonth MONTH = YearMonth.of(2026, 2);

  private TestApp florin;

  @BeforeAll
  void open() {
    florin = TestApp.open();
    transfers(100, "eur", "2026-02-01", "payment", "pending:simulator", "receivable:simulator");
    transfers(
        3,
        "eur",
        "2026-02-28T23:59:59.999Z",
        "refund",
        "receivable:simulator",
        "pending:simulator");
    transfers(40, "eur", "2026-02-14", "processing_fee", "fees:cn_a", "pending:cn_a");
    transfers(20, "eur", "2026-02-14", "settlement", "available:cn_a", "pending:cn_a");
    transfers(
        7,
        "eur",
        "2026-02-15",
        "unmatched_transfer",
        "bank:00000000-0000-0000-0000-000000000001",
        "unmatched_transfers:");
    transfers(
        5,
        "eur",
        "2026-01-31T23:59:59.999Z",
        "payment",
        "pending:simulator",
        "receivable:simulator");
    transfers(5, "eur", "2026-03-01", "payment", "pending:simulator", "receivable:simulator");
  }

  @AfterAll
  void close() {
    florin.close();
  }

  @Test
  void the_header_has_the_31_fields_of_the_format() throws Exception {
    assertThat(lines(batch(accounts(4))).getFirst())
        .isEqualTo(
            "\"EXTF\";700;21;\"Buchungsstapel\";13;20261201090807006;;\"FL\";\"\";\"\";1001;456;20260101;4;20260201;20260228;\"Florin 2026-02\";\"\";1;0;0;\"EUR\";;\"\";;;\"04\";;;\"\";\"\"");
    assertThat(lines(batch(accounts(4))).getFirst().split(";", -1)).hasSize(31);
  }

  @Test
  void each_booking_has_125_columns_in_the_form_of_the_format() throws Exception {
    List<String> lines = lines(batch(accounts(4)));

    assertThat(lines.get(1))
        .startsWith("Umsatz (ohne Soll/Haben-Kz);")
        .endsWith(";Abw. Skontokonto");
    assertThat(lines.get(1)).contains(";Gegenkonto (ohne BU-Schlüssel);");
    assertThat(lines.subList(1, lines.size()))
        .allSatisfy(line -> assertThat(line.split(";", -1)).hasSize(125));
    assertThat(bookings(batch(accounts(4))))
        .hasSize(150)
        .allSatisfy(fields -> {
          assertThat(fields.get(0)).matches("(?!0{1,10},00)\\d{1,10},\\d{2}");
          assertThat(fields.get(1)).isEqualTo("\"S\"");
          assertThat(fields.get(2)).isEqualTo("\"EUR\"");
          assertThat(fields.get(6)).matches("(?!0{1,9}$)\\d{1,9}").isNotEqualTo(fields.get(7));
          assertThat(fields.get(7)).matches("(?!0{1,9}$)\\d{1,9}");
          assertThat(fields.get(9)).matches("[0-3][0-9]02");
          assertThat(fields.get(10)).matches("\"[a-zA-Z0-9$&%*+\\-/]{1,36}\"");
          assertThat(fields.get(13)).matches("\".{1,60}\"");
          assertThat(fields.get(113)).isEqualTo("0");
          assertThat(
                  IntStream.range(0, 125)
                      .filter(i -> !List.of(0, 1, 2, 6, 7, 9, 10, 13, 113).contains(i))
                      .mapToObj(fields::get))
              .allMatch(field -> field.isEmpty() || field.equals("\"\""));
        });
  }

  @Test
  void the_sums_by_account_are_those_of_the_ledger() throws Exception {
    // 5050 − 6 of payments and refunds, 820 of fees, 28 of unmatched transfers, in cents
    assertThat(sums(bookings(batch(accounts(4)))))
        .isEqualTo(
            Map.of(
                "1460", cents(5_050 - 6 - 820),
                "1200", cents(6 - 5_050),
                "6855", cents(820),
                "1800", cents(28),
                "1370", cents(-28)));
    assertThat(
            sums(bookings(batch(accounts(4)))).values().stream()
                .reduce(BigDecimal.ZERO, BigDecimal::add))
        .isEqualByComparingTo("0");
  }

  @Test
  void sums_by_day_have_the_same_amounts_in_few_bookings() throws Exception {
    Batch batch = batch(accounts(4));
    Batch summed = new Batch(MONTH, 1001, 456, batch.yearStart(), batch.accounts(), false, true);

    assertThat(bookings(summed)).hasSize(4);
    assertThat(sums(bookings(summed))).isEqualTo(sums(bookings(batch)));
    assertThat(bookings(summed).getFirst())
        .startsWith("50,50", "\"S\"", "\"EUR\"")
        .contains("0102", "\"2026-02-01\"", "\"Zahlung\"");
  }

  @Test
  void own_numbers_come_before_those_of_the_chart() throws Exception {
    DatevAccounts own =
        DatevAccounts.of(
            StandardChart.SKR03,
            5,
            List.of(
                "# accounts of the office",
                "receivable 100000",
                "pending cn_a 13601   # Stripe",
                "bank ba_00000000000000000000000001 12001",
                ""));

    assertThat(sums(bookings(batch(own))).keySet())
        .containsExactlyInAnyOrder("13600", "100000", "49700", "13601", "12001", "15900");
  }

  @Test
  void a_wrong_file_of_numbers_is_rejected_with_its_line() {
    assertThatThrownBy(
            () -> DatevAccounts.of(StandardChart.SKR04, 4, List.of("fees 6855", "fee 1")))
        .isInstanceOf(AccountsFileException.class)
        .hasMessageStartingWith(
            "Line 2: The ledger has no such account. It has receivable, pending,");
    assertThatThrownBy(() -> DatevAccounts.of(StandardChart.SKR04, 4, List.of("fees 685")))
        .hasMessage("Line 1: The number must have 4 or 5 digits.");
    assertThatThrownBy(() -> DatevAccounts.of(StandardChart.SKR04, 4, List.of("fees 0000")))
        .hasMessage("Line 1: The number must have 4 or 5 digits.");
    assertThatThrownBy(
            () -> DatevAccounts.of(StandardChart.SKR04, 4, List.of("fees 1000", "fees 1001")))
        .hasMessage("Line 2: The account has a number already.");
    assertThatThrownBy(() -> DatevAccounts.of(StandardChart.SKR04, 4, List.of("fees")))
        .hasMessage("Line 1: Write an account of the ledger and a number, such as: fees 6855");
  }

  @Test
  void other_currencies_are_named_or_left_out() throws Exception {
    try (TestApp other = TestApp.open()) {
      insert(other, 2, "usd", "2026-02-01", "payment", "pending:simulator", "receivable:simulator");
      insert(other, 2, "jpy", "2026-02-01", "payment", "pending:simulator", "receivable:simulator");
      insert(other, 1, "eur", "2026-02-01", "payment", "pending:simulator", "receivable:simulator");
      Batch all = batch(accounts(4));

      assertThatThrownBy(() -> write(other, all))
          .isInstanceOf(ExportException.class)
          .hasMessage(
              "The month has bookings in JPY, USD, and the file for DATEV can only have EUR. Leave them out with --euro-only; nothing was written.");
      assertThat(
              write(
                      other,
                      new Batch(MONTH, 1001, 456, all.yearStart(), all.accounts(), true, false))
                  .lines())
          .hasSize(3);
    }
  }

  private static DatevAccounts accounts(int length) throws AccountsFileException {
    return DatevAccounts.of(StandardChart.SKR04, length, List.of());
  }

  private static Batch batch(DatevAccounts accounts) {
    return new Batch(MONTH, 1001, 456, LocalDate.of(2026, 1, 1), accounts, false, false);
  }

  private List<String> lines(Batch batch) throws Exception {
    String file = write(florin, batch);
    assertThat(file).endsWith("\r\n");
    assertThat(file.replace("\r\n", "")).doesNotContain("\r", "\n");
    return file.lines().toList();
  }

  private List<List<String>> bookings(Batch batch) throws Exception {
    return lines(batch).stream().skip(2).map(line -> List.of(line.split(";", -1))).toList();
  }

  private static String write(TestApp florin, Batch batch) throws Exception {
    try (Db db = new Db(florin.database())) {
      var out = new ByteArrayOutputStream();
      new DatevExport(db, MonthReportStore.of(db, InstantSource.system()))
          .write(florin.realm(), batch, CREATED, out);
      return out.toString(CHARSET);
    }
  }

  /** Adds up the bookings: positive if the account is debited. */
  private static Map<String, BigDecimal> sums(List<List<String>> bookings) {
    var sums = new HashMap<String, BigDecimal>();
    for (List<String> fields : bookings) {
      BigDecimal amount = new BigDecimal(fields.get(0).replace(',', '.'));
      sums.merge(fields.get(6), amount, BigDecimal::add);
      sums.merge(fields.get(7), amount.negate(), BigDecimal::add);
    }
    return sums.entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  private static BigDecimal cents(long minor) {
    return BigDecimal.valueOf(minor, 2);
  }

  private void transfers(
      int count, String currency, String time, String type, String debit, String credit) {
    insert(florin, count, currency, time, type, debit, credit);
  }

  /** Inserts transfers of 1, 2, … minor units with ids as the ledger makes them. */
  private static void insert(
      TestApp florin,
      int count,
      String currency,
      String time,
      String type,
      String debit,
      String credit) {
    florin.update(
        """
        INSERT INTO ledger_transfer (realm_id, source_id, leg, id, type, object_id, currency, amount, debit_role, debit_party, credit_role, credit_party, booked_at)
        SELECT %d, s.id, 0,
               (lpad(to_hex(trunc(extract(epoch FROM '%s'::timestamptz) * 1000)::bigint), 12, '0') || '7000' || right(replace(s.id::text, '-', ''), 16))::uuid,
               '%s', s.id, '%s', s.n, '%s', '%s', '%s', '%s', '%s'
          FROM (SELECT n, gen_random_uuid() AS id FROM generate_series(1, %d) AS n) s\
        """
            .formatted(
                florin.realm().id(),
                utc(time),
                type,
                currency,
                debit.split(":", -1)[0],
                debit.split(":", -1)[1],
                credit.split(":", -1)[0],
                credit.split(":", -1)[1],
                utc(time),
                count));
  }

  private static String utc(String time) {
    return time.contains("T") ? time : time + "T00:00:00Z";
  }
}
