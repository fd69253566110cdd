package emulator.stripe;

import emulator.provider.Json;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** `/v1/balance`, `/v1/balance_transactions` and `/v1/payouts`. */
final class BalanceApi {
  static final Set<String> TRANSACTIONS =
      Set.of(
          "created[gt]",
          "created[gte]",
          "created[lt]",
          "created[lte]",
          "currency",
          "ending_before",
          "expand[*]",
          "limit",
          "payout",
          "source",
          "starting_after",
          "type");
  static final Set<String> PAYOUTS =
      Set.of(
          "arrival_date[gt]",
          "arrival_date[gte]",
          "arrival_date[lt]",
          "arrival_date[lte]",
          "created[gt]",
          "created[gte]",
          "created[lt]",
          "created[lte]",
          "ending_before",
          "expand[*]",
          "limit",
          "starting_after",
          "status");

  private static final Set<String> OF_TRANSACTION =
      Set.of(
          "source",
          "source.balance_transaction",
          "source.charge",
          "source.charge.payment_intent",
          "source.payment_intent",
          "source.payment_intent.latest_charge");
  private static final Set<String> OF_PAYOUT =
      Set.of("balance_transaction", "failure_balance_transaction");
  private static final Set<String> STATUSES = Set.of("pending", "paid", "failed", "canceled");

  private BalanceApi() {}

  static ObjectNode balance(Call call) {
    ObjectNode json = Json.object().put("object", "balance").put("livemode", call.live());
    Funds funds = call.world().funds;
    add(json.putArray("available"), funds.sums(call.live(), true));
    add(json.putArray("pending"), funds.sums(call.live(), false));
    return json;
  }

  private static void add(ArrayNode amounts, Map<String, Long> sums) {
    sums.forEach((currency, sum) ->
        amounts
            .addObject()
            .put("amount", sum)
            .put("currency", currency)
            .putObject("source_types")
            .put("card", sum));
  }

  static ObjectNode transaction(Call call) {
    Shapes.check(call.parameters().list("expand"), OF_TRANSACTION);
    return call.shapes()
        .transaction(
            call.get(
                call.world().funds.transactions, one -> one.live, "balance_transaction", "id"));
  }

  static ObjectNode transactions(Call call) {
    Parameters in = call.parameters();
    Shapes.check(call.expandedOfList(), OF_TRANSACTION);
    String payout = in.find("payout").orElse("");
    if (!payout.isEmpty()) {
      call.named(call.world().funds.payouts, one -> one.live, payout, "payout", "payout");
    }
    String type = in.find("type").orElse("");
    String source = in.find("source").orElse("");
    String currency = in.find("currency").orElse("");
    return call.page(
        call.world().funds.transactions.values().stream()
            .filter(one -> one.live == call.live())
            .filter(one -> type.isEmpty() || one.cause.type().equals(type))
            .filter(one -> currency.isEmpty() || one.currency.equals(currency))
            .filter(one -> source.isEmpty() || hasSource(one, source))
            .filter(one -> payout.isEmpty() || isIn(one, payout)),
        one -> one.id,
        one -> one.created,
        call.shapesOfList()::transaction,
        "/v1/balance_transactions");
  }

  private static boolean hasSource(BalanceTransaction transaction, String id) {
    BalanceTransaction.Source source = transaction.cause.source();
    return source != null && source.id().equals(id);
  }

  private static boolean isIn(BalanceTransaction transaction, String payout) {
    return transaction.payout != null && transaction.payout.id.equals(payout);
  }

  static ObjectNode payout(Call call) {
    Shapes.check(call.parameters().list("expand"), OF_PAYOUT);
    return call.shapes()
        .payout(call.get(call.world().funds.payouts, one -> one.live, "payout", "payout"));
  }

  static ObjectNode payouts(Call call) {
    Shapes.check(call.expandedOfList(), OF_PAYOUT);
    String status = call.parameters().findOneOf("status", STATUSES).orElse("");
    return call.page(
        call.world().funds.payouts.values().stream()
            .filter(one -> one.live == call.live())
            .filter(one -> status.isEmpty() || one.status.equals(status))
            .filter(one -> call.isWithin("arrival_date", Shapes.arrival(one))),
        one -> one.id,
        one -> one.created,
        call.shapesOfList()::payout,
        "/v1/payouts");
  }
}
