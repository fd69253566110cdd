package florin.bench.crash;

import emulator.provider.WebhookFault;
import florin.bench.provider.Shop.Reply;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Directed runs: each has the mix of work and faults in which one guard is needed. With every guard
 * in place, each run keeps all invariants.
 */
final class Scenes {
  private static final Duration RECOVERED = Duration.ofSeconds(3);

  /**
   * The time that a row is locked. A slow card's response takes 5 s, and a follower polls every
   * second.
   */
  private static final Duration HELD = Duration.ofSeconds(8);

  private Scenes() {}

  /** The work and the faults of a directed run, before the final check. */
  @FunctionalInterface
  interface Scene {
    void play(Stage stage) throws IOException;
  }

  /** Captures, cancels, and updates the same payments concurrently. */
  static void contention(Stage stage) {
    Buyer buyer = stage.buyer();
    for (int i = 0; i < 12; i++) {
      Optional<Reply> held = stage.pay(buyer, stage.good(), ",\"capture_method\":\"manual\"");
      String path = "/v2/payments/" + stage.need(held).at("/id");
      stage.atOnce(
          8,
          one ->
              stage.post(
                  one == 0 ? path + "/capture" : one == 1 ? path + "/cancel" : path,
                  one < 2 ? "{}" : "{\"metadata\":{\"by\":\"" + one + "\"}}",
                  buyer.name()));
    }
  }

  /** Kills the service while the network has approved payments and not responded yet. */
  static void killedBetweenCallAndFinish(Stage stage) throws IOException {
    stage.pay(stage.buyer(), stage.good());
    List<Thread> slow = stage.begin(8, _ -> stage.payUnkeyed(stage.buyer(), Cards.SLOW));
    stage.awaitBooked();
    stage.world().service().kill();
    slow.forEach(Buyer::join);
    stage.world().startAgain();
  }

  /**
   * Kills a committer's backend that has received a batch and not read it. Customers are created
   * because only their commit acknowledges them.
   */
  static void backendDiesWithABatch(Stage stage) throws IOException {
    stage.underLoad(
        buyer -> stage.post("/v2/customers", "{}", buyer.name()),
        () -> {
          List<ProcessHandle> committers = stage.committers();
          Signals.hold(
              committers,
              () -> {
                stage.pause(Duration.ofMillis(500));
                committers.forEach(ProcessHandle::destroyForcibly);
              });
          stage.pause(RECOVERED);
        });
  }

  /**
   * Crashes PostgreSQL under load. Without the WAL writer, data that no commit waited for is not on
   * disk.
   */
  static void crashUnderLoad(Stage stage) throws IOException {
    stage.underLoad(() -> {
      for (int i = 0; i < 2; i++) {
        stage.withoutWalWriter(() -> {
          stage.pause(Duration.ofMillis(500));
          stage.crashPostgres();
        });
        stage.pause(RECOVERED);
      }
    });
  }

  /**
   * Blocks one of two committers within its transaction while the other continues. It waits for the
   * locked row of a payment whose outcome is known.
   */
  static void committerWaits(Stage stage) throws IOException {
    stage.underLoad(() -> {
      Buyer buyer = stage.buyer();
      String name = buyer.name();
      String body = buyer.payment(name, Cards.SLOW, "");
      List<Thread> slow = stage.begin(1, _ -> stage.post("/v2/payments", body, name));
      stage.holding(name, HELD);
      slow.forEach(Buyer::join);
    });
  }

  static void repetitions(Stage stage) {
    Buyer buyer = stage.buyer();
    for (int i = 0; i < 10; i++) {
      String name = buyer.name();
      String body = buyer.payment(name, stage.good(), "");
      for (int times = 0; times < 3; times++) {
        stage.post("/v2/payments", body, name);
      }
    }
  }

  static void otherRequestsUnderAKey(Stage stage) {
    Buyer buyer = stage.buyer();
    for (int i = 0; i < 5; i++) {
      String name = buyer.name();
      stage.post("/v2/payments", buyer.payment(name, stage.good(), ""), name);
      stage.post("/v2/payments", buyer.payment(name, stage.good(), ""), name);
    }
  }

  static void payments(Stage stage) {
    stage.atOnce(8, _ -> stage.payUnkeyed(stage.buyer(), stage.good()));
  }

  static void savedCards(Stage stage) {
    Buyer buyer = stage.buyer();
    for (int i = 0; i < 3; i++) {
      Reply customer = stage.need(stage.post("/v2/customers", "{}", buyer.name()));
      stage.pay(
          buyer,
          stage.good(),
          ",\"save_payment_method\":true,\"customer\":\"%s\"".formatted(customer.at("/id")));
    }
  }

  /** Charges cards without their holders, and after their mandates were revoked. */
  static void revokedMandates(Stage stage) {
    Buyer buyer = stage.buyer();
    for (int i = 0; i < 3; i++) {
      Reply customer = stage.need(stage.post("/v2/customers", "{}", buyer.name()));
      Reply paid =
          stage.need(
              stage.pay(
                  buyer,
                  stage.good(),
                  ",\"save_payment_method\":true,\"customer\":\"%s\",\"mandate\":{\"text\":\"I agree.\"}"
                      .formatted(customer.at("/id"))));
      buyer.chargeAndRevoke(paid.at("/payment_method/id"));
    }
    stage.saveAndCharge();
  }

  /** Refunds more than was captured, unless a guard prevents it. */
  static void refundsOfTheWhole(Stage stage) throws IOException {
    stage.sql("ALTER TABLE payment DROP CONSTRAINT payment_refunded_within_captured");
    stage.sql("ALTER TABLE simulator_operation DROP CONSTRAINT simulator_refunded_within_captured");
    Buyer buyer = stage.buyer();
    for (int i = 0; i < 3; i++) {
      Reply paid = stage.need(stage.pay(buyer, stage.good()));
      String body =
          "{\"payment\":\"%s\",\"amount\":%d}"
              .formatted(paid.at("/id"), paid.json().path("amount").asLong());
      stage.post("/v2/refunds", body, buyer.name());
      stage.post("/v2/refunds", body, buyer.name());
    }
  }

  static void neverArrives(Stage stage) {
    stage.atOnce(4, _ -> stage.payUnkeyed(stage.buyer(), Cards.NEVER_ARRIVES));
  }

  static void approvedLate(Stage stage) throws IOException {
    stage.atOnce(4, _ -> stage.payUnkeyed(stage.buyer(), Cards.APPROVED_AFTER_REVERSAL));
    stage.awaitApproved(4);
  }

  static void webhooksTwice(Stage stage) {
    stage.account().provider().emulator().webhookFaults().mix(Map.of(WebhookFault.TWICE, 1000));
    stage.sell(4);
  }

  /** Refunds payments at Mollie, which completes refunds after its response. */
  static void refundsAtMollie(Stage stage) {
    stage.sellAndRefund(2);
  }

  /** Delivers events to a receiver that rejects each first delivery. */
  static void receiverFailsFirst(Stage stage) {
    stage.world().receiver().failFirst();
    payments(stage);
  }

  /** Imports two statements that contain the same bank entry. */
  static void entryInTwoStatements(Stage stage) {
    BankScene.play(stage);
  }
}
