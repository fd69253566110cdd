package florin.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import florin.testing.BankStatementText.Line;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A merchant that accepts bank transfers in test mode, together with the bank that sends its
 * statements.
 */
public final class BankShop {
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final TestApp florin;
  private final AtomicInteger statements = new AtomicInteger();
  private long balance;

  public BankShop(TestApp florin) {
    this.florin = florin;
  }

  /** A payment that waits for a transfer. */
  public record Waiting(String id, String reference, String iban) {}

  public Waiting ask(long amount) {
    Reply made =
        florin.post(
            "/v2/payments",
            "{\"amount\": %d, \"currency\": \"eur\", \"payment_method\": {\"type\": \"bank_transfer\"}}"
                .formatted(amount));
    assertThat(made.text("/status")).as(made.body()).isEqualTo("requires_action");
    return new Waiting(
        made.text("/id"), made.text("/next_action/reference"), made.text("/next_action/iban"));
  }

  /** Imports a statement with these entries, which continues from the previous statement. */
  public Reply book(String iban, Line... lines) {
    var statement =
        new BankStatementText("S-" + statements.incrementAndGet(), iban, balance, List.of(lines));
    Reply taken = send(statement.xml());
    assertThat(taken.status()).as(taken.body()).isEqualTo(200);
    balance = statement.closing();
    return taken;
  }

  /** Changes the balance without a statement, so that the next statement has a gap. */
  public void skip(long cents) {
    balance += cents;
  }

  public Reply send(String file) {
    return florin
        .client()
        .send(
            florin
                .client()
                .request("/v2/bank_statements")
                .header("Content-Type", "application/xml")
                .POST(BodyPublishers.ofString(file))
                .build());
  }

  /** Waits until every bank entry is matched. */
  public void awaitMatched() {
    await()
        .atMost(PATIENCE)
        .until(() ->
            florin
                .query(
                    "SELECT 1 FROM bank_entry e JOIN bank_statement s ON s.id = e.statement_id WHERE e.status = 'new' AND s.status = 'booked' UNION ALL SELECT 1 FROM bank_transfer WHERE state = 'closed' AND received > 0")
                .isEmpty());
  }

  public Reply payment(Waiting payment) {
    return florin.get("/v2/payments/" + payment.id());
  }
}
