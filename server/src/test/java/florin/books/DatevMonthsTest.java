package florin.books;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import florin.books.DatevAccounts.StandardChart;
import florin.books.DatevExport.Batch;
import florin.books.DatevExport.ExportException;
import florin.books.MonthReport.AccountMonth;
import florin.db.Db;
import florin.testing.Reply;
import florin.testing.TestApp;
import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.nio.charset.Charset;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The files for DATEV have the months of the balance reports, also after late movements. */
class DatevMonthsTest {
  private static final Instant NOW = Instant.parse("2026-02-01T00:00:00Z");

  private TestApp florin;
  private Db db;
  private DatevAccounts accounts;

  @BeforeEach
  void open() throws Exception {
    florin = TestApp.open();
    db = new Db(florin.database());
    accounts = DatevAccounts.of(StandardChart.SKR04, 4, List.of());
  }

  @AfterEach
  void close() {
    db.close();
    florin.close();
  }

  @Test
  void each_month_has_the_movements_of_its_balance_report() throws Exception {
    florin.update("UPDATE account SET time_zone = 'Europe/Berlin'");
    take(fee("a", 100, "2025-11-10T10:00:00Z"), fee("b", 7, "2025-11-30T23:30:00Z"));
    close("2025-11");
    String november = file("2025-11");
    take(fee("c", 30, "2025-11-20T10:00:00Z"), fee("d", -2, "2025-10-05T10:00:00Z"));

    assertThat(file("2025-11")).isEqualTo(november);
    assertThat(file("2025-10").lines()).hasSize(2);
    assertThat(days("2025-12")).containsOnly("0112").hasSize(3);
    assertThat(sums("2025-11")).containsEntry("6855", cents(100));
    assertThat(sums("2025-12")).containsEntry("6855", cents(35));
    assertThat(sums("2025-11")).isEqualTo(reported("2025-11"));
    assertThat(sums("2025-12")).isEqualTo(reported("2025-12"));

    close("2025-12");
    take(fee("e", 9, "2025-12-02T10:00:00Z"), fee("f", 4, "2025-11-02T10:00:00Z"));
    assertThat(file("2025-11")).isEqualTo(november);
    assertThat(sums("2025-12")).isEqualTo(reported("2025-12"));
    assertThat(sums("2026-01")).isEqualTo(reported("2026-01")).containsEntry("6855", cents(13));
  }

  @Test
  void a_month_that_is_not_over_is_rejected() {
    assertThatThrownBy(() -> file("2026-02"))
        .isInstanceOf(ExportException.class)
        .hasMessage(
            "The month isn't over in the reporting time zone of the account. Export it after its end; nothing was written.");
  }

  private String file(String month) throws Exception {
    var out = new ByteArrayOutputStream();
    YearMonth wanted = YearMonth.parse(month);
    Batch batch =
        new Batch(wanted, 1001, 1, LocalDate.of(wanted.getYear(), 1, 1), accounts, false, false);
    new DatevExport(db, reports()).write(florin.realm(), batch, NOW, out);
    return out.toString(Charset.forName("windows-1252"));
  }

  private List<List<String>> bookings(String month) throws Exception {
    return file(month).lines().skip(2).map(line -> List.of(line.split(";", -1))).toList();
  }

  private List<String> days(String month) throws Exception {
    return bookings(month).stream().map(fields -> fields.get(9)).toList();
  }

  /** Adds up the bookings: positive if the account is debited. */
  private Map<String, BigDecimal> sums(String month) throws Exception {
    var sums = new TreeMap<String, BigDecimal>();
    for (List<String> fields : bookings(month)) {
      BigDecimal amount = new BigDecimal(fields.get(0).replace(',', '.'));
      sums.merge(fields.get(6), amount, BigDecimal::add);
      sums.merge(fields.get(7), amount.negate(), BigDecimal::add);
    }
    return sums;
  }

  private Map<String, BigDecimal> reported(String month) {
    var sums = new TreeMap<String, BigDecimal>();
    for (AccountMonth it : reports().report(florin.realm(), YearMonth.parse(month)).accounts()) {
      sums.merge(
          accounts.number(new ExportStore.LedgerAccount(it.role(), it.party())),
          cents(it.closing() - it.opening()),
          BigDecimal::add);
    }
    sums.values().removeIf(sum -> sum.signum() == 0);
    return sums;
  }

  private MonthReportStore reports() {
    return MonthReportStore.of(db, InstantSource.system());
  }

  private static BigDecimal cents(long minor) {
    return BigDecimal.valueOf(minor, 2);
  }

  private void close(String month) {
    Reply closed = florin.post("/v2/balance_report/close", "{\"month\": \"%s\"}".formatted(month));
    assertThat(closed.status()).as(closed.body()).isEqualTo(200);
  }

  private void take(String... rows) {
    Reply taken = SettlementFileText.send(florin.client(), SettlementFileText.of(rows));
    assertThat(taken.status()).as(taken.body()).isEqualTo(200);
  }

  private static String fee(String reference, long fee, String at) {
    return "%s,fee,,eur,0,%d,0,%d,,,,%s,,\n".formatted(reference, fee, -fee, at);
  }
}
