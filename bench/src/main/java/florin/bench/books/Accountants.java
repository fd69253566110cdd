package florin.bench.books;

import static java.util.Objects.requireNonNull;

import florin.bench.books.Exported.Line;
import florin.books.LedgerExport.ExportFormat;
import florin.core.Realm;
import florin.db.Db;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The programs hledger and beancount, which read the exports, check them, and compute the balances
 * of each day themselves. hledger prints them, and beancount compares them with those that the
 * drill adds to the export as assertions.
 */
final class Accountants {
  private final Db db;
  private final Realm realm;
  private final Path folder;
  private final List<String> differences = new ArrayList<>();
  private final List<String> missing = new ArrayList<>();

  /**
   * Prepares the checks of a ledger.
   *
   * @param folder for the exported files
   */
  Accountants(Db db, Realm realm, Path folder) {
    this.db = db;
    this.realm = realm;
    this.folder = folder;
  }

  private record Said(int exit, String text) {}

  /** Returns the programs that are not installed. */
  List<String> missing() {
    return List.copyOf(missing);
  }

  /**
   * Returns what the programs reject, and how their balances differ at the end of each day.
   *
   * @param lines of the export as CSV
   * @param days in order
   */
  List<String> differences(List<Line> lines, List<LocalDate> days) throws IOException {
    var expected = new TreeMap<LocalDate, Exported>();
    days.forEach(day -> expected.put(day, Exported.of(lines, day)));
    String journal = export(ExportFormat.HLEDGER, "books.journal", List.of()).toString();
    run("hledger", "-f", journal, "check");
    String end = days.getLast().plusDays(1).toString();
    run(
            "hledger",
            "-f",
            journal,
            "balance",
            "--daily",
            "--historical",
            "--flat",
            "-N",
            "-O",
            "csv",
            "-e",
            end)
        .map(Accountants::balances)
        .ifPresent(found -> expected.forEach((day, exported) -> compare(day, found, exported)));
    List<String> assertions =
        days.stream()
            .flatMap(day -> assertions(day, lines, requireNonNull(expected.get(day))).stream())
            .toList();
    run("bean-check", export(ExportFormat.BEANCOUNT, "books.beancount", assertions).toString());
    return List.copyOf(differences);
  }

  private void compare(
      LocalDate day, Map<LocalDate, Map<String, BigDecimal>> all, Exported exported) {
    Map<String, BigDecimal> found = all.getOrDefault(day, Map.of());
    Map<String, BigDecimal> expected = exported.sums();
    boolean isSame =
        found.keySet().equals(expected.keySet())
            && found.entrySet().stream()
                .allMatch(one -> one.getValue().compareTo(expected.get(one.getKey())) == 0);
    if (!isSame) {
      differences.add(
          "on %s hledger has %s, and the export has %s".formatted(day, found, expected));
    }
  }

  /**
   * Returns the assertions of all accounts at the end of a day. Beancount compares at the beginning
   * of a day, adds up the accounts below, and by default accepts a difference of a cent.
   */
  private static List<String> assertions(LocalDate day, List<Line> lines, Exported exported) {
    var balances = new TreeMap<String, BigDecimal>();
    for (Line line : lines) {
      balances.put(line.debit() + " " + line.currency(), BigDecimal.ZERO);
      balances.put(line.credit() + " " + line.currency(), BigDecimal.ZERO);
    }
    balances.replaceAll((name, _) -> sum(exported, name));
    return balances.entrySet().stream()
        .map(one -> {
          String[] name = one.getKey().split(" ");
          return "%s balance %s  %s ~ 0.00 %s"
              .formatted(day.plusDays(1), name[0], one.getValue().toPlainString(), name[1]);
        })
        .toList();
  }

  private static BigDecimal sum(Exported exported, String name) {
    String[] parts = name.split(" ");
    return exported.sums().entrySet().stream()
        .filter(one ->
            one.getKey().equals(name)
                || (one.getKey().startsWith(parts[0] + ":")
                    && one.getKey().endsWith(" " + parts[1])))
        .map(Map.Entry::getValue)
        .reduce(BigDecimal.ZERO.setScale(2), BigDecimal::add);
  }

  private Path export(ExportFormat format, String name, List<String> more) throws IOException {
    var all = new ArrayList<>(Exported.lines(db, realm, format));
    all.addAll(more);
    return Files.write(folder.resolve(name), all);
  }

  /** Returns the output of a program that is installed and accepts the ledger. */
  private Optional<String> run(String... command) throws IOException {
    Optional<Said> said = start(command);
    if (said.isEmpty() && !missing.contains(command[0])) {
      missing.add(command[0]);
    }
    said.filter(one -> one.exit() != 0)
        .ifPresent(one -> differences.add(command[0] + " rejects the ledger: " + one.text()));
    return said.filter(one -> one.exit() == 0).map(Said::text);
  }

  private static Optional<Said> start(String... command) {
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return Optional.of(new Said(process.onExit().join().exitValue(), text));
    } catch (IOException notInstalled) {
      return Optional.empty();
    }
  }

  /**
   * Parses a header with days, and lines such as `"Assets:Bank","0","5.00 EUR, 7.00 USD"`. Returns
   * the balances of each day that are not zero.
   */
  private static Map<LocalDate, Map<String, BigDecimal>> balances(String csv) {
    var balances = new TreeMap<LocalDate, Map<String, BigDecimal>>();
    List<String[]> rows = csv.lines().map(Accountants::cells).toList();
    String[] header = rows.getFirst();
    for (int column = 1; column < header.length; column++) {
      var day = new TreeMap<String, BigDecimal>();
      for (String[] row : rows.subList(1, rows.size())) {
        for (String amount : row[column].split(",")) {
          String[] parts = amount.strip().split(" ");
          if (parts.length == 2) {
            day.put(row[0] + " " + parts[1], new BigDecimal(parts[0]));
          }
        }
      }
      balances.put(LocalDate.parse(header[column]), day);
    }
    return balances;
  }

  private static String[] cells(String line) {
    return line.substring(1, line.length() - 1).split("\",\"");
  }
}
