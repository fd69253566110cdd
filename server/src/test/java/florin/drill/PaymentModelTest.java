package florin.drill;

import static org.assertj.core.api.Assertions.assertThat;

import florin.testing.Drills;
import florin.testing.Reply;
import florin.testing.TestApp;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;

/**
 * Compares random sequences of calls with a model of four amounts and a status. The calls go over
 * HTTP to PostgreSQL and the simulator's ledger. After every call, the response and the payment
 * equal the model. At the end, the ledger and the events agree with it.
 *
 * <p>{@code -Dmodel.http.sequences=10000} runs more sequences; {@code -Dmodel.seed=…} starts with
 * another seed.
 */
class PaymentModelTest {
  private static final int SEQUENCES =
      Integer.getInteger("model.http.sequences", Drills.areAsked() ? 300 : 60);
  private static final long SEED = Long.getLong("model.seed", 20_261_121);
  private static final int MAX_AT_ONCE = 16;
  private static final int CALLS = 8;

  /** The behavior of each card, as the test mode documentation describes it. */
  private enum Card {
    GOOD("4242424242424242"),
    DECLINED("4000000000000002"),
    UNHEARD("4000000000840027"),
    NEVER_ARRIVES("4000000000840019"),
    CHALLENGED("4000000000003220"),
    CAPTURE_DECLINED("4000000000840134"),
    REFUND_PENDS("4000000000007726"),
    REFUND_FAILS_LATE("4000000000005126"),
    REFUND_FAILS("4000000000840142"),
    REFUND_UNHEARD("4000000000840159");

    private static final List<Card> ALL = List.of(values());
    private final String number;

    Card(String number) {
      this.number = number;
    }

    boolean returnsNothing() {
      return this == REFUND_FAILS_LATE || this == REFUND_FAILS;
    }
  }

  @Test
  void every_response_matches_the_model_and_the_ledger_agrees_at_the_end() throws Exception {
    try (TestApp florin = TestApp.openWithTwoCommitters();
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var places = new Semaphore(MAX_AT_ONCE);
      List<Future<?>> sequences = new ArrayList<>();
      for (int i = 0; i < SEQUENCES; i++) {
        long seed = SEED + i;
        places.acquire();
        sequences.add(
            threads.submit(() -> {
              try {
                new Sequence(florin, seed).run();
              } finally {
                places.release();
              }
            }));
      }
      for (Future<?> sequence : sequences) {
        try {
          sequence.get();
        } catch (ExecutionException failed) {
          throw new AssertionError("a sequence failed", failed.getCause());
        }
      }
      Drill.reconcile(florin);
    }
  }

  private static final class Sequence {
    private final TestApp florin;
    private final long seed;
    private final Random random;
    private final Card card;
    private final long amount;
    private final boolean manual;
    private final List<String> calls = new ArrayList<>();

    private String path = "";
    private String challenge = "";
    private String status = "";
    private long capturable;
    private long captured;
    private long refunded;
    private int keys;

    Sequence(TestApp florin, long seed) {
      this.florin = florin;
      this.seed = seed;
      this.random = new Random(seed);
      this.card = Card.ALL.get(random.nextInt(Card.ALL.size()));
      this.amount = random.nextLong(1, 2000);
      this.manual = random.nextBoolean();
    }

    void run() {
      create();
      for (int i = 0; i < CALLS; i++) {
        switch (random.nextInt(6)) {
          case 0, 1 -> capture();
          case 2 -> cancel();
          case 3 -> refund();
          case 4 -> describe();
          default -> actAsPayer();
        }
        assertAsTheModelSays();
      }
    }

    private void create() {
      String body =
          TestApp.payment(amount, card.number)
              .replaceFirst(
                  "\\{",
                  "{\"capture_method\": \""
                      + (manual ? "manual" : "automatic")
                      + "\", \"metadata\": {\"sequence\": \""
                      + seed
                      + "\"}, ");
      Reply made = post("/v2/payments", body);
      path =
          "/v2/payments/" + (made.status() == 402 ? made.text("/error/payment") : made.text("/id"));
      switch (card) {
        case DECLINED -> become("failed");
        case NEVER_ARRIVES -> awaitEnd("failed");
        case UNHEARD -> {
          awaitEnd(manual ? "requires_capture" : "succeeded");
          approve();
        }
        case CHALLENGED -> {
          become("requires_action");
          challenge = made.text("/next_action/redirect_to_url/url");
        }
        default -> approve();
      }
      assertThat(made.status()).as(said()).isEqualTo(card == Card.DECLINED ? 402 : 200);
      assertAsTheModelSays();
    }

    private void capture() {
      long asked = random.nextLong(1, amount + 20);
      Reply reply = post(path + "/capture", "{\"amount\": " + asked + "}");
      if (!status.equals("requires_capture")) {
        assertRefused(reply, "payment_unexpected_state");
      } else if (asked > capturable) {
        assertRefused(reply, "amount_too_large");
      } else if (card == Card.CAPTURE_DECLINED) {
        assertThat(reply.status()).as(said()).isEqualTo(402);
      } else {
        assertThat(reply.status()).as(said()).isEqualTo(200);
        become("succeeded");
        captured = asked;
        capturable = 0;
      }
    }

    private void cancel() {
      Reply reply = post(path + "/cancel", "{}");
      if (status.equals("requires_capture") || status.equals("requires_action")) {
        assertThat(reply.status()).as(said()).isEqualTo(200);
        become("canceled");
        capturable = 0;
      } else {
        assertRefused(reply, "payment_unexpected_state");
      }
    }

    private void refund() {
      long asked = random.nextLong(1, amount + 20);
      String payment = path.substring(path.lastIndexOf('/') + 1);
      Reply reply =
          post("/v2/refunds", "{\"payment\": \"" + payment + "\", \"amount\": " + asked + "}");
      if (!status.equals("succeeded")) {
        assertRefused(reply, "payment_not_refundable");
      } else if (refunded == captured) {
        assertRefused(reply, "payment_already_refunded");
      } else if (asked > captured - refunded) {
        assertRefused(reply, "refund_amount_exceeds_remaining");
      } else {
        assertThat(reply.status()).as(said()).isEqualTo(200);
        String last = card.returnsNothing() ? "failed" : "succeeded";
        Drill.within(Drill.PATIENCE)
            .until(
                () -> florin.get("/v2/refunds/" + reply.text("/id")).text("/status").equals(last));
        refunded += card.returnsNothing() ? 0 : asked;
      }
    }

    private void describe() {
      String text = "call " + random.nextInt(1000);
      Reply reply = post(path, "{\"description\": \"" + text + "\"}");
      assertThat(reply.status()).as(said()).isEqualTo(200);
      assertThat(reply.text("/description")).isEqualTo(text);
    }

    private void actAsPayer() {
      if (!status.equals("requires_action")) {
        return;
      }
      String button = List.of("complete", "fail", "abandon").get(random.nextInt(3));
      calls.add(button);
      Reply reply =
          florin
              .client()
              .send(
                  HttpRequest.newBuilder(URI.create(challenge + "/" + button))
                      .POST(BodyPublishers.noBody())
                      .build());
      assertThat(reply.status()).as(said()).isEqualTo(303);
      switch (button) {
        case "complete" -> approve();
        case "fail" -> become("failed");
        default -> become("canceled");
      }
    }

    /**
     * Sends a request. Half of the requests have a key and are repeated, which must change nothing.
     */
    private Reply post(String target, String body) {
      calls.add(target.replace(path, "") + " " + body);
      if (random.nextBoolean()) {
        return florin.post(target, body);
      }
      String key = "model-" + seed + "-" + keys++;
      Reply first = florin.post(target, body, key);
      Reply second = florin.post(target, body, key);
      assertThat(second.status()).as(said()).isEqualTo(first.status());
      if (second.isReplay()) {
        assertThat(second.body()).as(said()).isEqualTo(first.body());
      } else {
        assertThat(first.status())
            .as("Florin stores every response except a rejection: %s", said())
            .isEqualTo(400);
      }
      return first;
    }

    private void approve() {
      become(manual ? "requires_capture" : "succeeded");
      capturable = manual ? amount : 0;
      captured = manual ? 0 : amount;
    }

    private void awaitEnd(String last) {
      Drill.within(Drill.PATIENCE).until(() -> florin.get(path).text("/status").equals(last));
      become(last);
    }

    private void become(String next) {
      status = next;
    }

    private void assertAsTheModelSays() {
      Reply payment = florin.get(path);
      assertThat(payment.text("/status")).as(said()).isEqualTo(status);
      assertThat(payment.number("/amount_capturable")).as(said()).isEqualTo(capturable);
      assertThat(payment.number("/amount_captured")).as(said()).isEqualTo(captured);
      assertThat(payment.number("/amount_refunded")).as(said()).isEqualTo(refunded);
      assertThat(payment.bool("/refunded"))
          .as(said())
          .isEqualTo(captured > 0 && refunded == captured);
      String list = "/v2/payments?status=" + status + "&metadata%5Bsequence%5D=" + seed;
      Reply listed = florin.get(list);
      assertThat(listed.texts("/data", "id"))
          .as("listed with %d %s, %s", listed.status(), listed.body(), said())
          .containsExactly(payment.text("/id"));
    }

    private void assertRefused(Reply reply, String code) {
      assertThat(reply.status()).as(said()).isEqualTo(400);
      assertThat(reply.text("/error/code")).as(said()).isEqualTo(code);
    }

    private String said() {
      return "-Dmodel.seed=%d -Dmodel.http.sequences=1, %s, %s: %s"
          .formatted(seed, card, manual ? "manual" : "automatic", calls);
    }
  }
}
