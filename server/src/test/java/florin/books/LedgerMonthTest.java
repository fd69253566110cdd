package florin.books;

import static org.assertj.core.api.Assertions.assertThat;

import florin.books.ExportStore.LedgerAccount;
import florin.books.LedgerExport.ExportFormat;
import florin.core.Currency;
import florin.core.Realm;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * Some weeks of made days, in a random life: hledger and beancount have the balances of the model
 * at the end of each day, and the bank accounts of the ledger have those of the bank's entries.
 */
@Tag("drill")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LedgerMonthTest {
  private static final long SEED = Long.getLong("ledger.seed", 38);
  private static final int STEPS = 30;
  private static final List<Realm> REALMS = List.of(new Realm(2), new Realm(3));

  private static final String ENTRIES =
      """
      SELECT realm_id || ' ' || upper(currency) AS account, booked_on::text AS day, sum(CASE WHEN debit THEN -amount ELSE amount END)::bigint AS moved
        FROM bank_entry
       GROUP BY realm_id, currency, booked_on
      """;

  private static final String BANK =
      """
      SELECT realm_id || ' ' || upper(currency) AS account, day::text AS day, sum(debits - credits)::bigint AS moved
        FROM ledger_balance
       WHERE role = 'bank'
         AND party <> ''
       GROUP BY realm_id, currency, day
      HAVING sum(debits - credits) <> 0
      """;

  private final LedgerWorld world = new LedgerWorld();
  private SortedMap<String, Long> model = new TreeMap<>();

  @BeforeAll
  void live() {
    model = world.live(SEED, STEPS).balances();
  }

  @AfterAll
  void close() {
    world.close();
  }

  @Test
  void the_bank_accounts_have_the_money_of_the_statement_on_each_day() {
    assertThat(moved(BANK)).isNotEmpty().isEqualTo(moved(ENTRIES));
  }

  private SortedMap<String, Long> moved(String sql) {
    record Moved(String key, long amount) {}
    var all = new TreeMap<String, Long>();
    world
        .db
        .list(
            sql,
            row ->
                new Moved(
                    row.getString("day") + " " + row.getString("account"), row.getLong("moved")))
        .forEach(it -> all.put(it.key(), it.amount()));
    all.values().removeIf(amount -> amount == 0);
    return all;
  }

  @Test
  void hledger_has_the_balances_of_each_day(@TempDir Path folder) throws Exception {
    for (Realm realm : REALMS) {
      String journal = export(folder, realm, ExportFormat.HLEDGER);

      run("hledger", "-f", journal, "check");
      String days =
          run(
              "hledger",
              "-f",
              journal,
              "balance",
              "--daily",
              "--historical",
              "-N",
              "--flat",
              "-E",
              "-O",
              "csv",
              "--layout=bare");

      List<String[]> lines = days.lines().map(LedgerMonthTest::cells).toList();
      String[] head = lines.getFirst();
      SortedMap<String, SortedMap<String, BigDecimal>> expected = expected(realm);
      assertThat(lines.stream().skip(1).map(line -> line[0] + " " + line[1]).toList())
          .containsAll(expected.keySet());
      for (String[] line : lines.subList(1, lines.size())) {
        SortedMap<String, BigDecimal> moved =
            expected.getOrDefault(line[0] + " " + line[1], new TreeMap<>());
        for (int day = 2; day < head.length; day++) {
          BigDecimal closing =
              moved.headMap(head[day] + "~").values().stream()
                  .reduce(BigDecimal.ZERO, BigDecimal::add);
          assertThat(new BigDecimal(line[day]))
              .as("%s %s at the end of %s", line[0], line[1], head[day])
              .isEqualByComparingTo(closing);
        }
      }
    }
  }

  @Test
  void beancount_has_the_movements_of_each_day(@TempDir Path folder) throws Exception {
    for (Realm realm : REALMS) {
      String ledger = export(folder, realm, ExportFormat.BEANCOUNT);

      assertThat(run("bean-check", ledger)).isEmpty();
      String sums =
          run(
              "bean-query",
              "-q",
              "-f",
              "csv",
              ledger,
              "SELECT account, currency, date, sum(number) GROUP BY account, currency, date");

      var read = new TreeMap<String, SortedMap<String, BigDecimal>>();
      sums.lines()
          .skip(1)
          .map(LedgerMonthTest::cells)
          .filter(line -> new BigDecimal(line[3]).signum() != 0)
          .forEach(line ->
              read.computeIfAbsent(line[0] + " " + line[1], _ -> new TreeMap<>())
                  .put(line[2], new BigDecimal(line[3]).stripTrailingZeros()));
      var expected = expected(realm);
      expected.values().forEach(days -> days.values().removeIf(sum -> sum.signum() == 0));
      assertThat(read).isEqualTo(expected);
    }
  }

  private static String[] cells(String line) {
    return line.replace("\"", "").replaceAll(" *, *", ",").strip().split(",");
  }

  /** Returns the movements of each day by account and currency, with the names of an export. */
  private SortedMap<String, SortedMap<String, BigDecimal>> expected(Realm realm) {
    var all = new TreeMap<String, SortedMap<String, BigDecimal>>();
    model.forEach((account, amount) -> {
      String[] parts = account.split(" ", -1);
      if (Long.parseLong(parts[1]) == realm.id()) {
        Currency currency = Currency.get(parts[2]);
        String name = LedgerExport.name(new LedgerAccount(Chart.of(parts[3]), parts[4]));
        all.computeIfAbsent(
                name + " " + currency.code().toUpperCase(Locale.ROOT), _ -> new TreeMap<>())
            .put(parts[0], BigDecimal.valueOf(amount, currency.exponent()).stripTrailingZeros());
      }
    });
    return all;
  }

  private String export(Path folder, Realm realm, ExportFormat format) throws IOException {
    var lines = new ArrayList<String>();
    new LedgerExport(world.db).write(realm, format, lines::add);
    return Files.write(
            folder.resolve(realm.id() + "." + format.name().toLowerCase(Locale.ROOT)), lines)
        .toString();
  }

  /** Returns the output of a program that succeeds. The test is skipped without it. */
  private static String run(String... command) throws IOException, InterruptedException {
    Process process;
    try {
      process = new ProcessBuilder(command).redirectErrorStream(true).start();
    } catch (IOException missing) {
      Assumptions.abort(command[0] + " is not installed: apt-get install hledger beancount");
      throw missing;
    }
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
    return said;
  }
}
