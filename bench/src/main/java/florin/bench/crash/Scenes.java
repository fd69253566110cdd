package florin.bench.crash;

import emulator.stripe.WebhookFault;
import florin.bench.provider.Shop.Reply;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Directed runs: the mix of work and faults in which a safeguard is needed. With every safeguard in
 * its place each of them keeps all promises.
 */
final class Scenes {
  private static final Duration CALLED = Duration.ofMillis(100);

  private static final Duration RECOVERED = Duration.ofSeconds(3);

  /** A slow card's answer takes 5 s, and a follower looks every second. */
  private static final Duration HELD = Duration.ofSeconds(8);

  private Scenes() {}

  /** What a plant's run does until all is held against each other. */
  @FunctionalInterface
  interface Scene {
    void play(Stage stage) throws IOException;
  }

  /** Captures and cancels of the same payments meet. */
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

  /** The service is killed while the network has approved and not answered yet. */
  static void killedBetweenCallAndFinish(Stage stage) throws IOException {
    stage.pay(stage.buyer(), stage.good());
    List<Thread> slow = stage.begin(8, _ -> stage.payUnkeyed(stage.buyer(), Cards.SLOW));
    stage.awaitBooked();
    stage.world().service().kill();
    slow.forEach(Buyer::join);
    stage.world().startAgain();
  }

  /**
   * A committer's backend dies with a batch that it was sent and has not looked at. What is done in
   * one commit is acknowledged by it alone.
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

  /** PostgreSQL crashes between the network's answer and what follows from it. */
  static void crashBetweenCallAndFinish(Stage stage) throws IOException {
    stage.pay(stage.buyer(), stage.good());
    for (int i = 0; i < 3; i++) {
      var begun = new ArrayList<Thread>();
      stage.withoutWalWriter(() -> {
        begun.addAll(stage.begin(6, _ -> stage.pay(stage.buyer(), Cards.SLOW)));
        stage.pause(CALLED);
        stage.crashPostgres();
      });
      begun.forEach(Buyer::join);
    }
  }

  /** PostgreSQL crashes under load, and nobody wrote down what nobody waited for. */
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
   * One of two committers waits in the midst of its transaction while the other goes on: for the
   * row of a payment whose outcome has come, which somebody else holds.
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

  /** More is given back than was taken, if anybody lets it. */
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
    stage.world().stripe().webhookFaults().mix(Map.of(WebhookFault.TWICE, 1000));
    stage.sell(4);
  }

  /** A receiver that is down when an event comes for the first time. */
  static void receiverFailsFirst(Stage stage) {
    stage.world().receiver().failFirst();
    payments(stage);
  }

  /** The bank gives out an entry in two statements. */
  static void entryInTwoStatements(Stage stage) {
    BankScene.play(stage);
  }
}
