package emulator.mollie;

import emulator.provider.Answer;
import emulator.provider.Json;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * `/v2/balances` and `/v2/settlements`, for organization access tokens. Mollie settles live
 * payments only; the emulator settles payments of test mode too.
 */
final class BalanceApi {
  static final Set<String> GET = Set.of("testmode");
  static final Set<String> LIST = Set.of("from", "limit", "testmode");
  static final Set<String> BALANCES = Set.of("currency", "from", "limit", "testmode");
  static final Set<String> SETTLEMENTS =
      Set.of("balanceId", "currencies", "from", "limit", "month", "testmode", "year");
  static final Set<String> PARTS =
      Set.of("embed", "from", "limit", "profileId", "sort", "testmode");

  private static final List<String> PERMISSIONS =
      List.of("balances.read", "settlements.read", "payments.read", "organizations.read");

  private BalanceApi() {}

  static Answer organization(Call call) {
    check(call);
    return Answer.hal(200, call.shapes().organization());
  }

  static Answer permissions(Call call) {
    check(call);
    ObjectNode json = Json.object().put("count", PERMISSIONS.size());
    ArrayNode items = json.putObject("_embedded").putArray("permissions");
    PERMISSIONS.forEach(one -> items.add(call.shapes().permission(one)));
    Links.of(json)
        .api("self", call.url())
        .page("documentation", Links.DOCUMENTATION + "list-permissions");
    return Answer.hal(200, json);
  }

  static Answer balance(Call call) {
    check(call);
    BalanceShapes.checkBalance(call);
    return Answer.hal(200, call.shapes().balances().balance(call.world().funds, isLive(call)));
  }

  static Answer balances(Call call) {
    check(call);
    boolean isWanted =
        call.query().find("currency").filter(one -> !one.equals(Funds.CURRENCY)).isEmpty();
    return call.page(
        "balances",
        Stream.of(isLive(call)).filter(_ -> isWanted),
        BalanceShapes::balanceId,
        live -> call.shapes().balances().balance(call.world().funds, live));
  }

  static Answer transactions(Call call) {
    check(call);
    BalanceShapes.checkBalance(call);
    return call.page(
        "balance_transactions",
        call.world().funds.transactions.values().stream().filter(one -> one.live == isLive(call)),
        one -> one.id,
        call.shapes().balances()::transaction);
  }

  static Answer settlements(Call call) {
    check(call);
    String period = period(call);
    return call.page(
        "settlements",
        call.world().funds.settlements.values().stream()
            .filter(one -> isIn(call, one.live))
            .filter(one -> period.isEmpty() || Shapes.date(one.created).startsWith(period))
            .filter(one ->
                call.query()
                    .find("balanceId")
                    .filter(id -> !id.equals(BalanceShapes.balanceId(one.live)))
                    .isEmpty())
            .filter(_ ->
                call.query()
                    .find("currencies")
                    .filter(all -> !List.of(all.split(",")).contains(Funds.CURRENCY))
                    .isEmpty()),
        one -> one.id,
        call.shapes().balances()::settlement);
  }

  private static String period(Call call) {
    boolean hasYear = call.query().find("year").isPresent();
    if (hasYear != call.query().find("month").isPresent()) {
      throw Problem.badParameter("The year and the month must be used together", "month");
    }
    return hasYear
        ? "%s-%02d".formatted(call.query().get("year"), Integer.parseInt(call.query().get("month")))
        : "";
  }

  static Answer settlement(Call call) {
    check(call);
    return Answer.hal(200, call.shapes().balances().settlement(find(call)));
  }

  /** Returns what would be settled now. */
  static Answer next(Call call) {
    check(call);
    String id = call.url().substring(call.url().lastIndexOf('/') + 1);
    return Answer.hal(
        200, call.shapes().balances().openSettlement(id, call.world().funds, isLive(call)));
  }

  static Answer payments(Call call) {
    return parts(call, "payments", Payment.class, one -> one.id, one -> call.shapes().payment(one));
  }

  static Answer captures(Call call) {
    return parts(call, "captures", Capture.class, one -> one.id, one -> call.shapes().capture(one));
  }

  static Answer refunds(Call call) {
    return parts(
        call,
        "refunds",
        Refund.class,
        one -> one.id,
        one -> call.shapes().refund(one).put("status", "refunded"));
  }

  static Answer chargebacks(Call call) {
    return parts(
        call, "chargebacks", Chargeback.class, one -> one.id, one -> call.shapes().chargeback(one));
  }

  /** Returns the objects of one kind that a settlement includes. */
  private static <T> Answer parts(
      Call call,
      String what,
      Class<T> kind,
      Function<T, String> id,
      Function<T, ObjectNode> shape) {
    check(call);
    Settlement settlement = find(call);
    return call.page(
        what,
        settlement.transactions.stream()
            .filter(one -> BalanceShapes.isFirst(one) && kind.isInstance(one.cause.source()))
            .map(one -> new Part<>(kind.cast(one.cause.source()), one)),
        one -> id.apply(one.object()),
        one -> BalanceShapes.settled(shape.apply(one.object()), one.transaction()));
  }

  /** An object of a settlement, with its transaction. */
  private record Part<T>(T object, BalanceTransaction transaction) {}

  private static Settlement find(Call call) {
    return call.world()
        .funds
        .find(call.id())
        .filter(one -> isIn(call, one.live))
        .orElseThrow(() -> Problem.noSuch("settlement", call.id()));
  }

  private static boolean isLive(Call call) {
    return call.query().find("testmode").filter("true"::equals).isEmpty();
  }

  /** Returns whether a settlement is visible: in each mode without a `testmode`. */
  private static boolean isIn(Call call, boolean live) {
    return call.query().find("testmode").isEmpty() || live == isLive(call);
  }

  private static void check(Call call) {
    if (!call.organization()) {
      throw Problem.forbidden();
    }
  }
}
