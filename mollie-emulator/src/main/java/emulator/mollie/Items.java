package emulator.mollie;

import emulator.provider.Item;
import emulator.provider.Item.Action;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The objects on the emulator's page, each with what a payer, a bank or Mollie can do to it. */
final class Items {
  private final World world;

  Items(World world) {
    this.world = world;
  }

  /** Returns payments with what followed from them, and settlements, the latest first. */
  List<Item> all() {
    return world.change(() -> {
      List<Item> all = new ArrayList<>();
      world.funds.settlements.values().forEach(settlement -> all.addFirst(of(settlement)));
      List<Item> paid = new ArrayList<>();
      world.payments.values().forEach(payment -> paid.addAll(0, of(payment).toList()));
      all.addAll(paid);
      return all;
    });
  }

  private static Stream<Item> of(Payment payment) {
    String text = text(payment.amount) + payment.text("description").map(", "::concat).orElse("");
    boolean needsPayer = payment.status == Status.OPEN && payment.text("redirectUrl").isPresent();
    return Stream.of(
            Stream.of(
                new Item(
                    payment.id,
                    text,
                    payment.status.text(),
                    needsPayer ? PayPage.PATH + payment.id : "",
                    actions(payment))),
            payment.refunds.stream().map(Items::of),
            payment.chargebacks.stream().map(Items::of))
        .flatMap(items -> items);
  }

  private static List<Action> actions(Payment payment) {
    String path = "payments/" + payment.id;
    return switch (payment.status) {
      case OPEN -> List.of(new Action("Expire", path + "/expire"));
      case PENDING ->
          List.of(
              new Action("Collect", path + "/resolve", Map.of("collected", "true")),
              new Action("Return", path + "/resolve", Map.of("collected", "false")));
      case AUTHORIZED ->
          payment.hasCapture()
              ? List.of()
              : List.of(
                  new Action("Capture", path + "/capture"),
                  new Action("Release", path + "/release"));
      case PAID ->
          Stream.of(
                  Stream.of(new Action("Refund", path + "/refund"))
                      .filter(_ -> payment.refundable() > 0),
                  Stream.of(new Action("Charge back", path + "/chargeback"))
                      .filter(_ -> payment.paid() > payment.chargedBack()))
              .flatMap(actions -> actions)
              .toList();
      case CANCELED, EXPIRED, FAILED -> List.of();
    };
  }

  private static Item of(Refund refund) {
    String path = "refunds/" + refund.id;
    List<Action> actions = new ArrayList<>();
    if (refund.isCancelable()) {
      actions.add(new Action("Cancel", path + "/cancel"));
    }
    if (refund.stands()) {
      actions.add(new Action("Fail", path + "/fail"));
    }
    return new Item(refund.id, text(refund.amount), refund.status, "", actions);
  }

  private static Item of(Chargeback chargeback) {
    boolean stands = chargeback.reversedAt == null;
    return new Item(
        chargeback.id,
        text(chargeback.amount),
        stands ? "charged back" : "reversed",
        "",
        stands
            ? List.of(new Action("Reverse", "chargebacks/" + chargeback.id + "/reverse"))
            : List.of());
  }

  private static Item of(Settlement settlement) {
    return new Item(
        settlement.id,
        settlement.amount + " in cents, " + settlement.reference,
        settlement.status,
        "",
        Stream.of("processing-at-bank", "paidout", "failed")
            .filter(settlement::canBecome)
            .map(status ->
                new Action(
                    "Move to " + status,
                    "settlements/" + settlement.id + "/move",
                    Map.of("status", status)))
            .toList());
  }

  private static String text(Amount amount) {
    return amount.value() + " " + amount.currency();
  }
}
