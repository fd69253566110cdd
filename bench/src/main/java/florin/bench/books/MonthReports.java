package florin.bench.books;

import static java.util.Objects.requireNonNull;

import florin.bench.books.Exported.Line;
import florin.bench.provider.Shop;
import java.io.IOException;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** Compares the reports of months with the export, and closes the month. */
final class MonthReports {
  /** The accounts of a report, and their names in an export. */
  private static final Map<String, String> NAMES =
      Map.ofEntries(
          Map.entry("receivable", "Income:Payments"),
          Map.entry("pending", "Assets:Pending"),
          Map.entry("available", "Assets:Available"),
          Map.entry("reserve", "Assets:Reserve"),
          Map.entry("fees", "Expenses:Fees"),
          Map.entry("disputes_held", "Assets:Disputes-Held"),
          Map.entry("dispute_losses", "Expenses:Dispute-Losses"),
          Map.entry("payouts_in_transit", "Assets:Payouts-In-Transit"),
          Map.entry("bank", "Assets:Bank"),
          Map.entry("customer_credit", "Liabilities:Customer-Credit"),
          Map.entry("unmatched_transfers", "Liabilities:Unmatched-Transfers"),
          Map.entry("conversion", "Equity:Conversion"),
          Map.entry("unexplained", "Equity:Unexplained"));

  private final Shop shop;
  private final YearMonth month;

  MonthReports(Shop shop, YearMonth month) {
    this.shop = shop;
    this.month = month;
  }

  /** Closes the month, or returns why it can't be. */
  List<String> close() throws IOException {
    JsonNode before = report(month);
    if (!before.get("complete").asBoolean()) {
      return List.of("the report of " + month + " is not complete");
    }
    MonthShop.good(shop.post("/v2/balance_report/close", "{\"month\":\"" + month + "\"}", ""));
    JsonNode after = report(month);
    if (!after.get("accounts").equals(before.get("accounts"))) {
      return List.of("closing " + month + " has changed its report");
    }
    return after.get("closed_at").isNull() ? List.of(month + " is not closed") : List.of();
  }

  /** Compares the report of the month and of the month before. */
  List<String> differences(List<Line> lines) throws IOException {
    var differences = new ArrayList<String>();
    for (YearMonth one : List.of(month.minusMonths(1), month)) {
      compare(one, lines, differences);
    }
    return differences;
  }

  private JsonNode report(YearMonth wanted) throws IOException {
    return MonthShop.good(shop.get("/v2/balance_report?month=" + wanted)).json();
  }

  private void compare(YearMonth wanted, List<Line> lines, List<String> differences)
      throws IOException {
    Exported opening = Exported.of(lines, wanted.atDay(1).minusDays(1));
    LocalDate last = wanted.atEndOfMonth();
    Exported closing = Exported.of(lines, last);
    var seen = new HashSet<String>();
    for (JsonNode account : report(wanted).get("accounts")) {
      String name = name(account);
      String currency = account.get("currency").asString().toUpperCase(Locale.ROOT);
      seen.add(name + " " + currency);
      long opens = account.get("opening").asLong();
      long closes = account.get("closing").asLong();
      long moved =
          account.get("adjustments").asLong()
              + account.get("debits").asLong()
              - account.get("credits").asLong();
      if (opens + moved != closes) {
        differences.add(
            "%s of %s: %d + %d is not %d".formatted(name, wanted, opens, moved, closes));
      }
      if (opens != opening.cents(name, currency) || closes != closing.cents(name, currency)) {
        differences.add(
            "%s of %s begins with %d and ends with %d %s, and in the export with %d and %d"
                .formatted(
                    name,
                    wanted,
                    opens,
                    closes,
                    currency,
                    opening.cents(name, currency),
                    closing.cents(name, currency)));
      }
    }
    closing.sums().keySet().stream()
        .filter(name -> !seen.contains(name))
        .forEach(name -> differences.add("the report of " + wanted + " lacks " + name));
  }

  private static String name(JsonNode account) {
    String kind = requireNonNull(NAMES.get(account.get("account").asString()));
    JsonNode connector = account.get("connector");
    JsonNode bank = account.get("receiving_account");
    String party = connector.isNull() ? bank.asString("") : connector.asString();
    return party.isEmpty() ? kind : kind + ":" + Exported.party(party);
  }
}
