package emulator.mollie;

import emulator.provider.Json;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The JSON of balances and settlements. */
record BalanceShapes(String api) {
  private static final String LIVE = "bal_EmulatorLive";
  private static final String TEST = "bal_EmulatorTest";

  /** The types of transactions that return an amount of an earlier one. */
  private static final Set<String> RETURNS = Set.of("returned-refund", "chargeback-reversal");

  static String balanceId(boolean live) {
    return live ? LIVE : TEST;
  }

  /** Rejects a balance in the path that the mode doesn't have. */
  static void checkBalance(Call call) {
    boolean live = call.query().find("testmode").filter("true"::equals).isEmpty();
    if (!call.id().equals("primary") && !call.id().equals(balanceId(live))) {
      throw Problem.noSuch("balance", call.id());
    }
  }

  /** Returns whether a transaction isn't the return of an earlier one. */
  static boolean isFirst(BalanceTransaction transaction) {
    return !RETURNS.contains(transaction.cause.type());
  }

  /** Adds what the lists of a settlement have besides. */
  static ObjectNode settled(ObjectNode json, BalanceTransaction transaction) {
    json.set("settlementAmount", euros(transaction.initial));
    return json;
  }

  static ObjectNode euros(long cents) {
    return new Amount(Funds.CURRENCY, cents).json();
  }

  /** Returns an amount with the four decimals of a settlement's periods. */
  private static ObjectNode exact(BigDecimal euros) {
    return Json.object()
        .put("currency", Funds.CURRENCY)
        .put("value", euros.setScale(4, RoundingMode.HALF_UP).toPlainString());
  }

  ObjectNode balance(Funds funds, boolean live) {
    ObjectNode json =
        Json.object()
            .put("resource", "balance")
            .put("id", balanceId(live))
            .put("mode", Shapes.mode(live))
            .put("createdAt", "2024-03-20T09:13:37+00:00")
            .put("currency", Funds.CURRENCY)
            .put("description", "Primary balance")
            .put("status", "active")
            .put("transferFrequency", "daily")
            .put("transferReference", "RF12-3456-7890-1234");
    json.set("availableAmount", euros(funds.available(live)));
    json.set("pendingAmount", euros(funds.pending(live)));
    json.set("transferThreshold", euros(0));
    json.putObject("transferDestination")
        .put("type", "bank-account")
        .put("beneficiaryName", "A shop")
        .put("bankAccount", "NL55INGB0000000000");
    Links.of(json)
        .api("self", api + "balances/" + balanceId(live))
        .page("documentation", Links.DOCUMENTATION + "get-balance");
    return json;
  }

  ObjectNode transaction(BalanceTransaction transaction) {
    ObjectNode json =
        Json.object()
            .put("resource", "balance-transaction")
            .put("id", transaction.id)
            .put("type", transaction.cause.type())
            .put("createdAt", Shapes.time(transaction.created));
    json.set("resultAmount", euros(transaction.result()));
    json.set("initialAmount", euros(transaction.initial));
    if (transaction.deductions() != 0) {
      json.set("deductions", euros(transaction.deductions()));
      json.putObject("deductionDetails").set("fees", euros(transaction.deductions()));
    }
    json.set("context", Json.of(transaction.cause.context()));
    return json;
  }

  ObjectNode settlement(Settlement settlement) {
    ObjectNode json = settlement(settlement.id, settlement.status, settlement.amount);
    json.put("reference", settlement.reference)
        .put("createdAt", Shapes.time(settlement.created))
        .put("settledAt", settlement.settledAt == null ? null : Shapes.time(settlement.settledAt))
        .put("balanceId", balanceId(settlement.live));
    json.set("periods", periods(settlement.transactions));
    String self = api + "settlements/" + settlement.id;
    Links links = Links.of(json).api("self", self);
    for (String part : List.of("payments", "captures", "refunds", "chargebacks")) {
      links.api(part, self + "/" + part);
    }
    links.page("documentation", Links.DOCUMENTATION + "get-settlement");
    return json;
  }

  /**
   * Returns what would be settled now.
   *
   * @param id `open` or `next`
   */
  ObjectNode openSettlement(String id, Funds funds, boolean live) {
    ObjectNode json = settlement(id, "open", funds.available(live));
    json.putNull("reference").putNull("settledAt").put("balanceId", balanceId(live));
    json.set(
        "periods",
        periods(
            funds.transactions.values().stream()
                .filter(one -> one.live == live && one.settlement == null)
                .toList()));
    Links.of(json)
        .api("self", api + "settlements/" + id)
        .page("documentation", Links.DOCUMENTATION + "get-" + id + "-settlement");
    return json;
  }

  private static ObjectNode settlement(String id, String status, long amount) {
    ObjectNode json =
        Json.object().put("resource", "settlement").put("id", id).put("status", status);
    json.set("amount", euros(amount));
    return json;
  }

  /** A line of a period. */
  private record Line(@Nullable String method, String label, FeeSchedule.Price price) {}

  private static ObjectNode periods(List<BalanceTransaction> transactions) {
    var months = new TreeMap<String, List<BalanceTransaction>>();
    for (BalanceTransaction one : transactions) {
      months.computeIfAbsent(month(one.created), _ -> new ArrayList<>()).add(one);
    }
    ObjectNode json = Json.object();
    months.forEach((month, all) -> {
      String year = month.substring(0, 4);
      ObjectNode ofYear = json.has(year) ? (ObjectNode) json.get(year) : json.putObject(year);
      ofYear.set(month.substring(5), period(all));
    });
    return json;
  }

  private static String month(Instant time) {
    return Shapes.date(time).substring(0, 7);
  }

  private static ObjectNode period(List<BalanceTransaction> transactions) {
    ObjectNode json = Json.object();
    ArrayNode revenue = json.putArray("revenue");
    ArrayNode costs = json.putArray("costs");
    lines(transactions.stream().filter(one -> !isFee(one)).toList())
        .forEach((line, all) -> addRevenue(revenue.addObject(), line, all));
    lines(transactions.stream().filter(one -> isFee(one) || one.deductions() != 0).toList())
        .forEach((line, all) -> addCosts(costs.addObject(), line, all));
    return json;
  }

  private static boolean isFee(BalanceTransaction transaction) {
    return transaction.cause.type().equals("balance-charge-fee");
  }

  private static Map<Line, List<BalanceTransaction>> lines(List<BalanceTransaction> transactions) {
    var lines = new LinkedHashMap<Line, List<BalanceTransaction>>();
    for (BalanceTransaction one : transactions) {
      var line = new Line(one.cause.method(), one.cause.label(), one.fee.price());
      lines.computeIfAbsent(line, _ -> new ArrayList<>()).add(one);
    }
    return lines;
  }

  private static ObjectNode line(ObjectNode json, Line line, int count) {
    return json.put("description", line.label()).put("method", line.method()).put("count", count);
  }

  private static void addRevenue(ObjectNode json, Line line, List<BalanceTransaction> all) {
    BigDecimal sum = BigDecimal.valueOf(all.stream().mapToLong(one -> one.initial).sum(), 2);
    line(json, line, all.size());
    json.set("amountNet", exact(sum));
    json.putNull("amountVat");
    json.set("amountGross", exact(sum));
  }

  private static void addCosts(ObjectNode json, Line line, List<BalanceTransaction> all) {
    BigDecimal net = BigDecimal.ZERO;
    BigDecimal vat = BigDecimal.ZERO;
    for (BalanceTransaction one : all) {
      net = net.add(isFee(one) ? BigDecimal.valueOf(-one.initial, 2) : one.fee.net());
      vat = vat.add(one.fee.vat());
    }
    line(json, line, all.size());
    ObjectNode rate = json.putObject("rate");
    rate.set("fixed", exact(line.price().fixed()));
    if (line.price().percent().signum() > 0) {
      rate.put("percentage", line.price().percent().toPlainString());
    }
    json.set("amountNet", exact(net));
    json.set("amountVat", exact(vat));
    json.set("amountGross", exact(net.add(vat)));
  }
}
