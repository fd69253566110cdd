package florin.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import florin.cli.Cli.Ran;
import florin.testing.Reply;
import florin.testing.TakesLong;
import florin.testing.TestApp;
import florin.vault.Keyring;
import florin.vault.SecretSeal;
import florin.webhook.Receiver;
import florin.webhook.Receiver.Got;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** `./florin vault` with a running service that stores cards and webhook secrets. */
@TakesLong
class VaultCommandTest {
  private static final String GOOD = "4242424242424242";
  private static final String CREDENTIALS = "{\"key\":\"one\"}";
  private static final String NOTICE = "{\"id\":\"n1\"}";
  private static final String ENDPOINTS = "/v2/webhook_endpoints";

  @Test
  void after_a_rotation_the_old_key_can_be_removed_and_everything_still_opens() throws Exception {
    try (var receiver = new Receiver()) {
      TestApp florin = TestApp.open();
      String method = method(florin);
      String body = "{\"url\": \"" + receiver.url("/hook") + "\"}";
      Reply endpoint = florin.post(ENDPOINTS, body, "made-once");
      String old = endpoint.text("/secret");
      String path = ENDPOINTS + "/" + endpoint.text("/id");
      String rotated =
          florin.post(path + "/rotate_secret", "{\"expires_in\": 3600}").text("/secret");

      florin.post("/v2/payments", TestApp.payment(900, GOOD), "paid-once");
      connector(florin);

      assertThat(vault(florin, "status").out())
          .contains(
              "vault.1  2 card numbers, 2 webhook secrets, 1 stored responses, 0 second factors, 0 secrets to be shown, 1 connectors' credentials, 1 connectors' webhooks, 0 payers' account numbers, 0 account numbers of outgoing transfers, 0 payment files, 0 files of evidence; encrypts");
      Ran early = vault(florin, "retire", "1");
      assertThat(early.code()).isEqualTo(1);
      assertThat(early.err()).contains("vault.1 can't be retired: it is not an old one");

      Ran rotation = vault(florin, "rotate");
      assertThat(rotation.code()).isZero();
      assertThat(rotation.out())
          .contains(
              "\n2 card numbers wrapped anew.\n",
              "vault.1  0 card numbers, 0 webhook secrets, 0 stored responses, 0 second factors, 0 secrets to be shown, 0 connectors' credentials, 0 connectors' webhooks, 0 payers' account numbers, 0 account numbers of outgoing transfers, 0 payment files, 0 files of evidence\n",
              "vault.2  2 card numbers, 2 webhook secrets, 1 stored responses, 0 second factors, 0 secrets to be shown, 1 connectors' credentials, 1 connectors' webhooks, 0 payers' account numbers, 0 account numbers of outgoing transfers, 0 payment files, 0 files of evidence; encrypts new values");

      Ran forgotten = vault(florin, "retire", "1");
      assertThat(forgotten.err()).isEmpty();
      assertThat(forgotten.code()).isZero();
      assertThat(forgotten.out()).contains("Removed vault.1 from").doesNotContain("vault.1  0");
      assertThat(Files.readString(florin.keysFile()))
          .contains("vault.2 = ")
          .doesNotContain("vault.1");
      assertThat(vault(florin, "retire", "1").err()).contains("there is no such key");
      assertThat(opened(florin, "connector", "secret_sealed")).isEqualTo(CREDENTIALS);
      assertThat(opened(florin, "provider_webhook", "body")).isEqualTo(NOTICE);

      // Checks the running node, and then a new start that has only the new key file.
      assertOpens(florin, receiver, body, old, rotated);
      florin.close();
      try (TestApp next = florin.reopen()) {
        assertOpens(next, receiver, body, old, rotated);
        assertThat(
                next.post(
                        "/v2/payments",
                        "{\"amount\": 900, \"currency\": \"usd\", \"payment_method\": \""
                            + method
                            + "\"}")
                    .status())
            .isEqualTo(200);
      }
    }
  }

  @Test
  void a_key_that_still_seals_something_is_kept() throws Exception {
    try (TestApp florin = TestApp.open()) {
      method(florin);
      vault(florin, "rotate");
      // Simulates a row that was encrypted just before the rotation and stored just after it.
      florin.update("UPDATE payment_method SET secret_version = 1");

      Ran ran = vault(florin, "retire", "1");

      assertThat(ran.code()).isEqualTo(1);
      assertThat(ran.err()).contains("1 card numbers are encrypted with it", "vault rotate");
      assertThat(Files.readString(florin.keysFile())).contains("vault.1 = ");
    }
  }

  @Test
  void mismatched_or_unsaved_keys_are_reported_in_one_line(@TempDir Path folder) throws Exception {
    try (TestApp florin = TestApp.open()) {
      Path others = folder.resolve("keys");
      Keyring.loadOrCreate(others, new SecureRandom());
      Ran other = Cli.process(environment(florin, others), "vault", "status");
      Files.setPosixFilePermissions(others, PosixFilePermissions.fromString("rw-r--r--"));
      Ran open = Cli.run(environment(florin, others), "vault", "status");

      assertThat(other.code()).isEqualTo(1);
      assertThat(other.out()).isEmpty();
      assertThat(other.err())
          .startsWith("These are not the keys that the database was written with")
          .hasLineCount(1);
      assertThat(open.code()).isEqualTo(1);
      assertThat(open.out()).isEmpty();
      assertThat(open.err()).contains("chmod 600 " + others).hasLineCount(1);
    }
  }

  @Test
  void a_copy_of_the_file_with_the_old_key_does_no_harm() throws Exception {
    TestApp florin = TestApp.open();
    method(florin);
    vault(florin, "rotate");
    String before = Files.readString(florin.keysFile());
    assertThat(vault(florin, "retire", "1").code()).isZero();
    florin.close();
    Files.writeString(florin.keysFile(), before);

    try (TestApp next = florin.reopen()) {
      assertThat(next.query("SELECT keyring_check FROM installation").getFirst())
          .contains("vault.2:")
          .doesNotContain("vault.1:");
      assertThat(vault(next, "rotate").out()).contains("Created vault.3 in ");
      assertThat(Files.readString(next.keysFile())).doesNotContain("vault.1 =");
    }
  }

  /** Florin never treats a merchant's text as one of its own encrypted secrets. */
  @Test
  void texts_that_look_like_a_sealed_secret_cause_no_error() throws Exception {
    try (TestApp florin = TestApp.open()) {
      String customer = "{\"metadata\": {\"secret\": \"sealed:7.x\", \"z\": \"sealed:1.eA==\"}}";
      Reply made = florin.post("/v2/customers", customer, "customer");
      String looksAlike =
          """
          {"url": "https://shop.example/hook", "description": "\\"secret\\":\\"\\"}",
           "metadata": {"secret": "sealed:7.x", "a": "\\",\\"secret\\":\\"sealed:1.eA==\\"}", "b": ""}}\
          """;
      Reply endpoint = florin.post(ENDPOINTS, looksAlike, "endpoint");
      String rotate = ENDPOINTS + "/" + endpoint.text("/id") + "/rotate_secret";
      Reply rotated = florin.post(rotate, "{}", "rotated");

      assertThat(vault(florin, "status").out())
          .contains("2 stored responses")
          .doesNotContain("vault.7");
      Ran rotation = vault(florin, "rotate");
      assertThat(rotation.err()).isEmpty();
      assertThat(rotation.code()).isZero();
      assertThat(vault(florin, "retire", "1").code()).isZero();

      assertThat(florin.post("/v2/customers", customer, "customer").body()).isEqualTo(made.body());
      assertThat(florin.post(ENDPOINTS, looksAlike, "endpoint").body()).isEqualTo(endpoint.body());
      assertThat(florin.post(rotate, "{}", "rotated").body()).isEqualTo(rotated.body());
      assertThat(endpoint.text("/secret")).startsWith("whsec_");
      assertThat(endpoint.text("/metadata/secret")).isEqualTo("sealed:7.x");
      assertThat(florin.query("SELECT body FROM idempotency WHERE body IS NOT NULL"))
          .noneMatch(kept -> kept.contains(endpoint.text("/secret")));
    }
  }

  /**
   * A delivery has valid signatures for both secrets, and the idempotency key returns the old
   * response.
   */
  private static void assertOpens(
      TestApp florin, Receiver receiver, String body, String old, String rotated) throws Exception {
    assertThat(florin.post(ENDPOINTS, body, "made-once").text("/secret")).isEqualTo(old);
    String customer = florin.post("/v2/customers", "{}").text("/id");
    var got = new ArrayList<Got>();
    within()
        .until(() -> {
          receiver.at("/hook").stream()
              .filter(one -> one.json().at("/data/object/id").asString("").equals(customer))
              .findFirst()
              .ifPresent(got::add);
          return !got.isEmpty();
        });
    for (String secret : List.of(old, rotated)) {
      com.stripe.net.Webhook.Signature.verifyHeader(
          got.getFirst().body(), got.getFirst().header("service-signature"), secret, 300);
    }
  }

  private static Ran vault(TestApp florin, String... words) throws Exception {
    var all = new ArrayList<>(List.of("vault"));
    all.addAll(List.of(words));
    return Cli.run(environment(florin, florin.keysFile()), all.toArray(String[]::new));
  }

  private static Map<String, String> environment(TestApp florin, Path keys) {
    return Map.of(
        "FLORIN_DATABASE_URL", florin.database().url(), "FLORIN_KEYS_FILE", keys.toString());
  }

  /** Adds a connector with a received webhook. */
  private static void connector(TestApp florin) {
    UUID id = UUID.randomUUID();
    SecretSeal seal = seal(florin);
    florin.update(
        """
        INSERT INTO connector (realm_id, id, version, kind, name, live, status, settings, secret_sealed, webhook_token, created_at)
        VALUES (?, ?, 1, 'provider', 'One', false, 'disabled', '{}', ?, 'token', now())
        """,
        florin.realm().id(),
        id,
        seal.seal(florin.realm(), id, CREDENTIALS));
    florin.update(
        """
        INSERT INTO provider_webhook (realm_id, id, connector_id, webhook_id, kind, body, received_at)
        VALUES (?, ?, ?, 'n1', 'payment', ?, now())
        """,
        florin.realm().id(),
        id,
        id,
        seal.seal(florin.realm(), id, NOTICE));
  }

  private static String opened(TestApp florin, String table, String column) {
    String id = florin.query("SELECT id FROM " + table).getFirst();
    String sealed = florin.query("SELECT " + column + " FROM " + table).getFirst();
    return seal(florin).open(florin.realm(), UUID.fromString(id), sealed);
  }

  private static SecretSeal seal(TestApp florin) {
    Keyring keyring = Keyring.load(florin.keysFile());
    return new SecretSeal(() -> keyring, new SecureRandom());
  }

  private static String method(TestApp florin) {
    return florin
        .post(
            "/v2/payment_methods",
            "{\"type\": \"card\", \"card\": {\"number\": \"%s\", \"exp_month\": 12, \"exp_year\": 2040}}"
                .formatted(GOOD))
        .text("/id");
  }

  private static ConditionFactory within() {
    return await().atMost(Duration.ofSeconds(60));
  }
}
