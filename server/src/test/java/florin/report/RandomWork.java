package florin.report;

import static org.assertj.core.api.Assertions.assertThat;

import florin.testing.Reply;
import florin.testing.TestApp;
import java.util.List;
import java.util.Random;

/** Creates random payments and follow-ups. The same seed creates the same requests. */
public final class RandomWork {
  /**
   * Cards that succeed, fail immediately or late, or have an invalid number, and cards whose
   * refunds stay pending, fail late or lose their response.
   */
  private static final List<String> CARDS =
      List.of(
          "4242424242424242",
          "4242424242424242",
          "5555555555554444",
          "4000000000000002",
          "4000000000009995",
          "4000000000000069",
          "4242424242424241",
          "4000000000840118",
          "4000000000840126",
          "4000000000005126",
          "4000000000005126",
          "4000000000007726",
          "4000000000840142",
          "4000000000840159");

  private static final List<String> CURRENCIES = List.of("usd", "eur", "jpy");

  private final Random random;

  public RandomWork(long seed) {
    this.random = new Random(seed);
  }

  public void run(TestApp app, int payments) {
    for (int i = 0; i < payments; i++) {
      boolean manual = random.nextInt(4) == 0;
      int amount = 100 + random.nextInt(900);
      Reply made = app.post("/v2/payments", body(amount, manual));
      assertThat(made.status()).as(made.body()).isIn(200, 402);
      String payment = made.payment();
      if (random.nextInt(5) == 0) {
        app.post(
            "/v2/payments/" + payment,
            random.nextBoolean()
                ? "{\"receipt_email\": null}"
                : "{\"receipt_email\": \"new%d@example.com\"}".formatted(i));
      }
      if (manual) {
        resolve(app, payment, amount);
      }
      for (int refunds = random.nextInt(3); refunds > 0; refunds--) {
        refund(app, payment, amount / 3);
      }
    }
  }

  private void resolve(TestApp app, String payment, int amount) {
    switch (random.nextInt(3)) {
      case 0 -> app.post("/v2/payments/" + payment + "/capture", "{}");
      case 1 ->
          app.post(
              "/v2/payments/" + payment + "/capture", "{\"amount\": %d}".formatted(amount / 2));
      default -> app.post("/v2/payments/" + payment + "/cancel", "{}");
    }
  }

  /**
   * Refunds a payment, which Florin rejects if nothing is left. A description makes its success
   * appear twice.
   */
  private void refund(TestApp app, String payment, int amount) {
    Reply refund =
        app.post("/v2/refunds", "{\"payment\": \"%s\", \"amount\": %d}".formatted(payment, amount));
    if (refund.status() == 200 && random.nextBoolean()) {
      app.post("/v2/refunds/" + refund.text("/id"), "{\"metadata\": {\"note\": \"late\"}}");
    }
  }

  private String body(int amount, boolean manual) {
    String receipt =
        random.nextInt(3) == 0
            ? "\"receipt_email\": \"Payer%d@example.com\",".formatted(random.nextInt(5))
            : "";
    return """
    {"amount": %d, "currency": "%s", "capture_method": "%s", %s
     "payment_method": {"type": "card", "card":
       {"number": "%s", "exp_month": 12, "exp_year": 2040, "cvc": "123"}}}\
    """
        .formatted(
            amount,
            CURRENCIES.get(random.nextInt(CURRENCIES.size())),
            manual ? "manual" : "automatic",
            receipt,
            CARDS.get(random.nextInt(CARDS.size())));
  }
}
