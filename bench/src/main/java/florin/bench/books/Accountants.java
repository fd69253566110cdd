package florin.bench.books;

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
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** The programs hledger and beancount, which read the exports and check them. */
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

  /** Returns what the programs reject, and how hledger's balances differ from those expected. */
  List<String> differences(Exported expected, LocalDate today) throws IOException {
    Path journal = export(ExportFormat.HLEDGER, "books.journal");
    String file = journal.toString();
    run("hledger", "-f", file, "check");
    String end = today.plusDays(1).toString();
    run("hledger", "-f", file, "balance", "-N", "--flat", "-O", "csv", "-e", end)
        .map(Accountants::balances)
        .filter(balances -> !isEqual(balances, expected.sums()))
        .ifPresent(balances ->
            differences.add("hledger has " + balances + ", and the export has " + expected.sums()));
    run("bean-check", export(ExportFormat.BEANCOUNT, "books.beancount").toString());
    return List.copyOf(differences);
  }

  private static boolean isEqual(
      SortedMap<String, BigDecimal> one, SortedMap<String, BigDecimal> other) {
    return one.keySet().equals(other.keySet())
        && one.entrySet().stream()
            .allMatch(entry -> entry.getValue().compareTo(other.get(entry.getKey())) == 0);
  }

  private Path export(ExportFormat format, String name) throws IOException {
    return Files.write(folder.resolve(name), Exported.lines(db, realm, format));
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

  /** Parses lines such as `"Assets:Bank","5.00 EUR, 7.00 USD"`. */
  private static SortedMap<String, BigDecimal> balances(String csv) {
    var balances = new TreeMap<String, BigDecimal>();
    csv.lines()
        .skip(1)
        .map(line -> line.replace("\"", "").split(",", 2))
        .forEach(cells -> {
          for (String amount : cells[1].split(",")) {
            String[] parts = amount.strip().split(" ");
            if (parts.length == 2) {
              balances.put(cells[0] + " " + parts[1], new BigDecimal(parts[0]));
            }
          }
        });
    return balances;
  }
}
