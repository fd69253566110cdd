package emulator.stripe;

import emulator.provider.Item;
import emulator.provider.Item.Action;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The objects on the emulator's page, each with what a payer, a bank or Stripe can do to it. */
final class Items {
  private final World world;

  Items(World world) {
    this.world = world;
  }

  /** Returns sessions, payments and what followed from them, and payouts, the latest first. */
  List<Item> all() {
    return world.change(
        World.Origin.NOBODY,
        () -> {
          List<Item> all = new ArrayList<>();
          world.funds.payouts.values().forEach(payout -> all.addFirst(of(payout)));
          List<Item> paid = new ArrayList<>();
          world.sessions.values().forEach(session -> paid.addAll(0, of(session).toList()));
          world.intents.values().stream()
              .filter(intent -> intent.session == null)
              .forEach(intent -> paid.addAll(0, of(intent).toList()));
          all.addAll(paid);
          return all;
        });
  }

  private static Stream<Item> of(Session session) {
    boolean isOpen = session.status.equals("open");
    String text =
        session.setup == null
            ? amount(session.terms.amount(), session.terms.currency()) + ", " + session.reference()
            : "saves a card";
    Item item =
        new Item(
            session.id,
            text,
            session.status,
            isOpen ? session.url : "",
            isOpen
                ? List.of(new Action("Expire", "sessions/" + session.id + "/expire"))
                : List.of());
    Intent intent = session.intent;
    return intent == null ? Stream.of(item) : Stream.concat(Stream.of(item), of(intent));
  }

  /** Returns the intent, and its refunds and disputes. */
  private static Stream<Item> of(Intent intent) {
    String path = "payment_intents/" + intent.id;
    List<Action> actions = new ArrayList<>();
    if (intent.status.equals("requires_capture")) {
      actions.add(new Action("Capture", path + "/capture"));
    }
    if (intent.status.equals("processing") && intent.session != null) {
      String resolve = "sessions/" + intent.session.id + "/resolve";
      actions.add(new Action("Collect", resolve, Map.of("collected", "true")));
      actions.add(new Action("Return", resolve, Map.of("collected", "false")));
    }
    if (intent.received > 0 && intent.charge().dispute == null) {
      actions.add(new Action("Refund", path + "/refund"));
      actions.add(new Action("Dispute", path + "/dispute"));
    }
    Item item =
        new Item(intent.id, amount(intent.amount(), intent.currency()), intent.status, "", actions);
    return Stream.concat(Stream.of(item), intent.charges.stream().flatMap(Items::of));
  }

  private static Stream<Item> of(Charge charge) {
    String currency = charge.intent.currency();
    Stream<Item> refunds =
        charge.refunds.stream()
            .filter(refund -> !refund.release)
            .map(refund ->
                new Item(
                    refund.id,
                    amount(refund.amount, currency),
                    refund.status,
                    "",
                    actions(refund)));
    Dispute dispute = charge.dispute;
    return dispute == null
        ? refunds
        : Stream.concat(
            refunds,
            Stream.of(
                new Item(
                    dispute.id,
                    amount(dispute.amount, currency) + ", " + dispute.reason,
                    dispute.status,
                    "",
                    dispute.mustRespond() || dispute.status.endsWith("under_review")
                        ? moves("disputes/" + dispute.id, "under_review", "won", "lost")
                        : List.of())));
  }

  private static List<Action> actions(Refund refund) {
    String path = "refunds/" + refund.id;
    return switch (refund.status) {
      case "pending" ->
          List.of(new Action("Complete", path + "/resolve"), new Action("Fail", path + "/fail"));
      case "succeeded" -> List.of(new Action("Fail", path + "/fail"));
      default -> List.of();
    };
  }

  private static Item of(Payout payout) {
    return new Item(
        payout.id,
        amount(payout.amount, payout.currency),
        payout.status,
        "",
        moves(
            "payouts/" + payout.id,
            Stream.of("in_transit", "paid", "failed")
                .filter(payout::canBecome)
                .toArray(String[]::new)));
  }

  private static List<Action> moves(String path, String... statuses) {
    return Stream.of(statuses)
        .map(status -> new Action("Move to " + status, path + "/move", Map.of("status", status)))
        .toList();
  }

  private static String amount(long amount, String currency) {
    return amount + " " + currency;
  }
}
