package florin.testing;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** Creates one object of each bank resource, for tests that call all routes. */
public final class BankObjects {
  private BankObjects() {}

  /** Returns the ID of each object under the name of its path. */
  public static Map<String, String> of(TestClient client) {
    Reply payment =
        client.post(
            "/v2/payments",
            "{\"amount\": 1000, \"currency\": \"eur\", \"payment_method\": {\"type\": \"bank_transfer\"}}");
    String body = "{\"payment\": \"" + payment.text("/id") + "\", \"kind\": \"%s\"}";
    client.post("/v2/test/bank_transfers", body.formatted("over"));
    String statement =
        client
            .post("/v2/test/bank_transfers", body.formatted("unreferenced"))
            .text("/bank_statements/0/id");
    var ids = new HashMap<String, String>();
    ids.put("/v2/bank_statements/{id}", statement);
    ids.put("/v2/bank_entries/{id}", client.get("/v2/bank_entries").text("/data/0/id"));
    for (String list : new String[] {"/v2/customer_credits", "/v2/unmatched_transfers"}) {
      // Only open transfers: those of an earlier call are listed until the new ones are matched.
      String open = list + "?status=open";
      await().atMost(Duration.ofSeconds(20)).until(() -> client.get(open).has("/data/0/id"));
      String id = client.get(open).text("/data/0/id");
      ids.put(list + "/{id}", id);
      ids.put(list + "/{id}/assign", id);
      ids.put(list + "/{id}/return", id);
    }
    String order =
        client
            .post(
                "/v2/payment_files", "{\"receiving_account\": \"" + accountToOrder(client) + "\"}")
            .text("/id");
    ids.put("/v2/payment_files/{id}", order);
    ids.put("/v2/payment_files/{id}.xml", order);
    ids.put("/v2/payment_files/{id}/reject", order);
    return ids;
  }

  /** Returns the ID of a bank entry whose money a payout has. */
  public static String entryOfPayout(TestClient client) {
    client.post("/v2/payments", TestApp.payment(3_000, "4242424242424242").replace("usd", "eur"));
    Reply settled =
        await()
            .dontCatchUncaughtExceptions()
            .atMost(Duration.ofSeconds(60))
            .until(() -> client.post("/v2/test/settlements", "{}"), it -> it.status() != 409);
    int euro = settled.texts("/payouts", "currency").indexOf("eur");
    String payout = settled.text("/payouts/" + euro + "/id");
    client.post("/v2/test/bank_transfers", "{\"payout\": \"" + payout + "\"}");
    await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> client.get("/v2/payouts/" + payout).text("/status").equals("closed"));
    return client.get("/v2/bank_entries?status=matched&limit=1").text("/data/0/id");
  }

  /** Returns the ID of an account with a refund that waits for a payment file. */
  public static String accountToOrder(TestClient client) {
    String payment =
        client
            .post(
                "/v2/payments",
                "{\"amount\": 700, \"currency\": \"eur\", \"payment_method\": {\"type\": \"bank_transfer\"}}")
            .text("/id");
    String named = "{\"payment\": \"" + payment + "\"}";
    client.post("/v2/test/bank_transfers", named);
    await()
        .atMost(Duration.ofSeconds(20))
        .until(() -> client.get("/v2/payments/" + payment).text("/status").equals("succeeded"));
    client.post("/v2/refunds", named);
    return client.get("/v2/bank_entries?status=matched&limit=1").text("/data/0/receiving_account");
  }
}
