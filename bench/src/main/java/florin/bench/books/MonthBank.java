package florin.bench.books;

import florin.bench.bank.StatementFile;
import florin.bench.bank.TransferShop.Awaited;
import florin.bench.books.DayBook.Row;
import florin.bench.provider.Shop;
import florin.bench.provider.Shop.Reply;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/**
 * The bank of the shop, with a statement for each day. It has the transfers of payers and the
 * payouts of providers, some of them late or with another amount.
 */
final class MonthBank {
  /** What the bank keeps of a payout that differs. */
  private static final long KEPT = 250;

  private final Shop shop;
  private final MonthRecords records;
  private final Path folder;
  private final Map<LocalDate, List<Due>> due = new TreeMap<>();
  private final Map<String, String> expected = new TreeMap<>();
  private final List<Awaited> transfers = new ArrayList<>();
  private final List<Awaited> others = new ArrayList<>();
  private Optional<StatementFile> statements = Optional.empty();

  /** A payout that arrives on a day, less a difference. */
  private record Due(String reference, long difference) {}

  /** How a payout ends. */
  enum End {
    CLOSED,
    DIFFERS,
    CONFIRMED
  }

  MonthBank(Shop shop, MonthRecords records, Path folder) {
    this.shop = shop;
    this.records = records;
    this.folder = folder;
  }

  /** Lets a payout arrive on a day. */
  void expect(LocalDate day, String reference, End end) {
    if (end == End.CONFIRMED) {
      expected.put(reference, "closed");
      return;
    }
    expected.put(reference, end == End.DIFFERS ? "differs" : "closed");
    due.computeIfAbsent(day, _ -> new ArrayList<>())
        .add(new Due(reference, end == End.DIFFERS ? KEPT : 0));
  }

  /** Expects a payout to be in a state at the end. */
  void expect(String reference, String status) {
    expected.put(reference, status);
  }

  /** Adds the transfer of a payer to the next statement, and a part that is too much. */
  void transfer(Instant at, Reply waiting, long asked, long more) {
    if (statements.isEmpty()) {
      statements = Optional.of(new StatementFile(waiting.at("/next_action/iban"), DayBook.day(at)));
    }
    transfers.add(MonthShop.transfer(waiting, asked + more));
    records.transferred(at, Row.CAPTURED, "Simulated-bank", asked);
    if (more > 0) {
      records.transferred(at, Row.CUSTOMER_CREDIT, "", more);
    }
  }

  /** Adds a transfer without a reference of Florin to the next statement. */
  void transferOfStranger(Instant at, long amount) {
    others.add(new Awaited("Invoice 4711, thank you", amount));
    records.transferred(at, Row.UNMATCHED, "", amount);
  }

  /** Imports the statement of a day, and waits until Florin knows which payouts have arrived. */
  void close(Instant now) throws IOException {
    LocalDate day = DayBook.day(now);
    List<JsonNode> payouts = payouts();
    var arriving = new ArrayList<String>();
    for (JsonNode payout : payouts) {
      find(day, payout)
          .ifPresent(one -> {
            long amount = payout.get("amount").asLong() - one.difference();
            others.add(new Awaited(payout.get("bank_reference").asString(), amount));
            records.arrived(now, payout.get("connector").asString(), amount);
            arriving.add(one.reference());
            expected.putIfAbsent(one.reference(), "closed");
          });
    }
    for (Due one : due.getOrDefault(day, List.of())) {
      if (!arriving.contains(one.reference())) {
        throw new IOException("Florin has no payout " + one.reference() + " on " + day);
      }
    }
    if (statements.isEmpty()) {
      return;
    }
    StatementFile bank = statements.get();
    bank.moveTo(day);
    Path file = folder.resolve("statement.xml");
    bank.write(file, transfers, others);
    MonthShop.good(shop.upload("/v2/bank_statements", "application/xml", Files.readString(file)));
    transfers.clear();
    others.clear();
    records.closed(day, bank.closing());
    MonthShop.good(shop.post("/v2/balance/refresh", "{}", ""));
    Waiting.until(
        "the payouts of " + day + " have arrived",
        () ->
            payouts().stream()
                .filter(payout -> arriving.contains(payout.get("reference").asString()))
                .allMatch(payout -> payout.get("amount_arrived").asLong() != 0));
  }

  /** Simulated payouts in euros arrive on their day. */
  private Optional<Due> find(LocalDate day, JsonNode payout) {
    String reference = payout.get("reference").asString();
    if (payout.get("connector").asString().equals("simulator")) {
      return Optional.of(new Due(reference, 0))
          .filter(_ -> statements.isPresent())
          .filter(_ -> payout.get("currency").asString().equals("eur"))
          .filter(_ -> payout.get("status").asString().equals("in_transit"));
    }
    return due.getOrDefault(day, List.of()).stream()
        .filter(one -> one.reference().equals(reference))
        .findFirst();
  }

  /** A person confirms a payout that is on no statement. */
  void confirm(Instant now, String reference) throws IOException {
    JsonNode payout =
        payouts().stream()
            .filter(one -> one.get("reference").asString().equals(reference))
            .findFirst()
            .orElseThrow(() -> new IOException("Florin has no payout " + reference));
    String path = "/v2/payouts/" + payout.get("id").asString() + "/confirm";
    MonthShop.good(shop.post(path, "{}", ""));
    records.confirmed(now, payout.get("connector").asString(), payout.get("amount").asLong());
  }

  /** Returns the payouts whose states are not as expected. */
  List<String> differences() throws IOException {
    var differences = new ArrayList<String>();
    var states = new TreeMap<String, String>();
    for (JsonNode payout : payouts()) {
      String reference = payout.get("reference").asString();
      states.put(reference, payout.get("status").asString());
      if (payout.get("connector").asString().equals("simulator")) {
        expected.putIfAbsent(reference, "in_transit");
      }
    }
    states.forEach((reference, status) -> {
      if (!status.equals(expected.get(reference))) {
        differences.add(
            "the payout %s is %s, and must be %s"
                .formatted(reference, status, expected.get(reference)));
      }
    });
    expected.keySet().stream()
        .filter(reference -> !states.containsKey(reference))
        .forEach(reference -> differences.add("Florin has no payout " + reference));
    return differences;
  }

  /** Returns the number of payouts of each state. */
  String summary() {
    var counts = new TreeMap<String, Integer>();
    expected.values().forEach(status -> counts.merge(status, 1, Integer::sum));
    return counts.toString();
  }

  private List<JsonNode> payouts() throws IOException {
    var all = new ArrayList<JsonNode>();
    String after = "";
    boolean hasMore = true;
    while (hasMore) {
      JsonNode page = MonthShop.good(shop.get("/v2/payouts?limit=100" + after)).json();
      page.get("data").forEach(all::add);
      hasMore = page.get("has_more").asBoolean();
      after = all.isEmpty() ? "" : "&starting_after=" + all.getLast().get("id").asString();
    }
    return all;
  }
}
