package florin.connector.instance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import florin.app.App.Networks;
import florin.connector.OperationKind;
import florin.connector.OperationRef;
import florin.connector.instance.Instance.Status;
import florin.core.Id.AttemptId;
import florin.db.Db;
import florin.db.GroupCommit;
import florin.payment.execution.CrashPoint;
import florin.testing.Reply;
import florin.testing.TestApp;
import florin.testing.provider.Provider;
import florin.testing.provider.ProviderInstances;
import florin.testing.provider.ProviderKind;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** `POST /connectors/{token}/webhooks`. */
@TestInstance(Lifecycle.PER_CLASS)
class ProviderWebhooksTest {
  private static final String PENDING = "4000000000840118";

  private final Provider provider = new Provider();
  private final TestApp florin =
      TestApp.open(
          CrashPoint.NONE,
          new Networks(
              UnaryOperator.identity(), List.of(new ProviderKind(InstantSource.system()))));
  private final Instance instance;

  ProviderWebhooksTest() {
    Instance draft =
        ProviderInstances.set(
            florin, ProviderInstances.add(florin, provider, Map.of()), Status.DRAFT);
    instance = draft;
  }

  @AfterAll
  void close() {
    florin.close();
    provider.close();
  }

  @Test
  void a_webhook_is_stored_encrypted_and_triggers_an_inquiry() {
    UUID attempt = restingAttempt();

    Reply reply = send(webhook("evt_1", attempt));

    assertThat(reply.status()).isEqualTo(200);
    assertThat(florin.query("SELECT body FROM provider_webhook WHERE webhook_id = 'evt_1'"))
        .singleElement()
        .asString()
        .startsWith("1.")
        .doesNotContain("evt_1");
    await().until(() -> status(attempt).equals("approved"));
  }

  @Test
  void a_repeated_webhook_is_stored_once_and_triggers_one_inquiry() {
    UUID attempt = restingAttempt();
    send(webhook("evt_2", attempt));
    await().until(() -> status(attempt).equals("approved"));
    int version = version(attempt);

    assertThat(send(webhook("evt_2", attempt)).status()).isEqualTo(200);

    assertThat(florin.query("SELECT id FROM provider_webhook WHERE webhook_id = 'evt_2'"))
        .hasSize(1);
    assertThat(version(attempt)).isEqualTo(version);
  }

  @Test
  void a_forged_old_or_unsigned_webhook_is_rejected_and_not_stored() {
    UUID attempt = restingAttempt();
    String body = webhook("evt_3", attempt);
    Instant now = Instant.now();

    assertThat(send(instance.webhookToken(), body, Provider.sign(body + " ", now)).status())
        .isEqualTo(400);
    assertThat(
            send(
                    instance.webhookToken(),
                    body,
                    Provider.sign(body, now.minus(Duration.ofMinutes(6))))
                .status())
        .isEqualTo(400);
    assertThat(send(instance.webhookToken(), body, "none").text("/error/code"))
        .isEqualTo("bad_request");

    assertThat(florin.query("SELECT id FROM provider_webhook WHERE webhook_id = 'evt_3'"))
        .isEmpty();
    assertThat(status(attempt)).isEqualTo("pending");
  }

  @Test
  void an_unknown_address_gets_the_usual_response_before_the_body_is_read() {
    Reply unknown = send("nobody", "kind=x\n", "none");

    assertThat(unknown.status()).isEqualTo(404);
    assertThat(unknown.text("/error/code")).isEqualTo("route_unknown");
    assertThat(unknown.text("/error/message"))
        .isEqualTo(florin.get("/nothing/here").text("/error/message"));
  }

  @Test
  void a_webhook_about_an_unknown_object_is_accepted_and_dropped() {
    String body = webhook("evt_4", UUID.randomUUID());

    assertThat(send(body).status()).isEqualTo(200);

    assertThat(florin.query("SELECT id FROM provider_webhook WHERE webhook_id = 'evt_4'"))
        .isEmpty();
  }

  @Test
  void a_webhook_with_only_the_providers_id_finds_the_operation() {
    UUID attempt = restingAttempt();
    exchanges(store -> {
      var reference = new OperationRef(new AttemptId(attempt));
      store.answered(reference, 0, Optional.of("ob_named"), Map.of());
    });
    String body = "id=evt_5\nobject=ob_named\nkind=paid\n";

    send(body);

    await().until(() -> status(attempt).equals("approved"));
  }

  @Test
  void an_oversized_or_binary_webhook_is_rejected() {
    Reply large = send("kind=" + "x".repeat(300 << 10));
    Reply broken =
        florin
            .client()
            .send(
                florin
                    .client()
                    .request("/connectors/" + instance.webhookToken() + "/webhooks")
                    .POST(BodyPublishers.ofByteArray(new byte[] {(byte) 0xff}))
                    .build());

    assertThat(large.status()).isEqualTo(413);
    assertThat(broken.status()).isEqualTo(400);
  }

  @Test
  void a_webhook_during_the_call_is_left_to_the_caller() {
    UUID attempt = restingAttempt();
    florin.update("UPDATE attempt SET status = 'begun' WHERE id = ?", attempt);
    int version = version(attempt);

    send(webhook("evt_6", attempt));

    assertThat(version(attempt)).isEqualTo(version);
    assertThat(
            florin.query(
                "SELECT (due_at > now() + interval '1 hour')::text FROM attempt WHERE id = ?",
                attempt))
        .containsExactly("true");
  }

  @Test
  void old_webhooks_are_deleted() {
    send(webhook("evt_7", restingAttempt()));
    send(webhook("evt_8", restingAttempt()));
    florin.update(
        "UPDATE provider_webhook SET received_at = now() - interval '31 days' WHERE webhook_id = 'evt_7'");

    try (var db = new Db(florin.database())) {
      var retention =
          new ProviderWebhookRetention(
              new ProviderWebhookStore(db), InstantSource.system(), () -> true);
      retention.nudge();
      await()
          .until(() ->
              florin.query("SELECT id FROM provider_webhook WHERE webhook_id = 'evt_7'").isEmpty());
      retention.close();
    }
    assertThat(florin.query("SELECT id FROM provider_webhook WHERE webhook_id = 'evt_8'"))
        .hasSize(1);
  }

  /** Creates an attempt that the network has resolved, but whose next inquiry is a day away. */
  private UUID restingAttempt() {
    String payment = florin.post("/v2/payments", TestApp.payment(1000, PENDING)).text("/id");
    UUID id =
        UUID.fromString(
            florin.query("SELECT id::text FROM attempt ORDER BY id DESC LIMIT 1").getFirst());
    florin.update(
        "UPDATE attempt SET version = version + 1, due_at = now() + interval '1 day' WHERE id = ?",
        id);
    florin.update(
        "UPDATE simulator_operation SET due_at = now() - interval '1 second' WHERE reference = ?",
        id);
    assertThat(payment).isNotEmpty();
    exchanges(store ->
        store.sending(new OperationRef(new AttemptId(id)), OperationKind.AUTHORIZE, 0, "create"));
    return id;
  }

  private void exchanges(java.util.function.Consumer<florin.connector.Exchanges> use) {
    try (var db = new Db(florin.database());
        var commits =
            new GroupCommit(
                "exchange", florin.database()::connect, 1, GroupCommit.DEFAULT_PATIENCE)) {
      use.accept(
          new ExchangeStore(Optional.of(commits), db, InstantSource.system())
              .of(instance.realm(), instance.id()));
    }
  }

  private static String webhook(String id, UUID attempt) {
    return "id=" + id + "\nreference=" + new AttemptId(attempt) + "\nkind=paid\n";
  }

  private Reply send(String body) {
    return send(instance.webhookToken(), body, Provider.sign(body, Instant.now()));
  }

  private Reply send(String token, String body, String signature) {
    return florin
        .client()
        .send(
            florin
                .client()
                .request("/connectors/" + token + "/webhooks")
                .header("Provider-Signature", signature)
                .POST(BodyPublishers.ofString(body))
                .build());
  }

  private String status(UUID attempt) {
    return florin.query("SELECT status FROM attempt WHERE id = ?", attempt).getFirst();
  }

  private int version(UUID attempt) {
    return Integer.parseInt(
        florin.query("SELECT version::text FROM attempt WHERE id = ?", attempt).getFirst());
  }
}
