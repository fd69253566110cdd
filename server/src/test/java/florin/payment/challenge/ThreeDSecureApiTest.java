package florin.payment.challenge;

import static org.assertj.core.api.Assertions.assertThat;

import florin.testing.Reply;
import florin.testing.TestApp;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Payments whose payer the merchant has authenticated. */
@TestInstance(Lifecycle.PER_CLASS)
class ThreeDSecureApiTest {
  private static final String CHALLENGED = "4000000000003220";
  private static final String CRYPTOGRAM = "AAECAwQFBgcICQoLDA0ODxAREhM=";
  private static final String ID = "8a3b6f0c-4b1e-4c0e-9d5c-2a3f7b1f6c11";
  private static final String PROOF = "\"eci\": \"05\", \"cryptogram\": \"" + CRYPTOGRAM + "\"";

  private TestApp florin;

  @BeforeAll
  void open() {
    florin = TestApp.open();
  }

  @AfterAll
  void close() {
    florin.close();
  }

  @ParameterizedTest
  @CsvSource({"Y, 2.1.0", "A, 2.2.0", "Y, 2.3.0", "Y, 2.3.1"})
  void an_authenticated_payer_is_not_challenged_again(String transStatus, String version) {
    Reply made = pay(given(version, transStatus, ID, PROOF));

    assertThat(made.text("/status")).isEqualTo("succeeded");
    assertThat(made.text("/three_d_secure/version")).isEqualTo(version);
    assertThat(made.text("/three_d_secure/trans_status")).isEqualTo(transStatus);
    assertThat(made.text("/three_d_secure/eci")).isEqualTo("05");
    assertThat(made.text("/three_d_secure/ds_transaction_id")).isEqualTo(ID);
    assertThat(made.body()).doesNotContain("cryptogram");
    assertThat(florin.get("/v2/payments/" + made.text("/id")).body()).isEqualTo(made.body());
  }

  @ParameterizedTest
  @ValueSource(strings = {"N", "R"})
  void a_payer_whose_authentication_failed_is_not_charged(String transStatus) {
    Reply made = pay(given("2.2.0", transStatus, ID, ""));

    assertThat(made.status()).isEqualTo(402);
    assertThat(made.text("/error/code")).isEqualTo("authentication_failed");
    assertThat(florin.get("/v2/payments/" + made.payment()).text("/three_d_secure/trans_status"))
        .isEqualTo(transStatus);
  }

  @ParameterizedTest
  @ValueSource(strings = {"U", "I"})
  void without_a_proof_the_card_may_still_require_a_challenge(String transStatus) {
    Reply made = pay(given("2.2.0", transStatus, ID, "\"eci\": \"07\""));

    assertThat(made.text("/status")).isEqualTo("requires_action");
    assertThat(made.text("/three_d_secure/trans_status")).isEqualTo(transStatus);
  }

  @Test
  void the_cryptogram_is_stored_nowhere() {
    Reply made =
        florin.post("/v2/payments", body(given("2.2.0", "Y", ID, PROOF), CHALLENGED), "proof-1");
    assertThat(made.text("/status")).isEqualTo("succeeded");

    for (String table :
        florin.query(
            "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'")) {
      assertThat(florin.query("SELECT t::text FROM \"" + table + "\" t"))
          .as(table)
          .noneMatch(row -> row.contains(CRYPTOGRAM));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "three_d_secure.version | {\"trans_status\": \"U\", \"ds_transaction_id\": \"ID\"}",
        "three_d_secure.version | {\"version\": \"1.0.2\", \"trans_status\": \"U\", \"ds_transaction_id\": \"ID\"}",
        "three_d_secure.trans_status | {\"version\": \"2.2.0\", \"ds_transaction_id\": \"ID\"}",
        "three_d_secure.trans_status | {\"version\": \"2.2.0\", \"trans_status\": \"C\", \"ds_transaction_id\": \"ID\"}",
        "three_d_secure.trans_status | {\"version\": \"2.2.0\", \"trans_status\": \"D\", \"ds_transaction_id\": \"ID\"}",
        "three_d_secure.trans_status | {\"version\": \"2.2.0\", \"trans_status\": \"y\", \"ds_transaction_id\": \"ID\"}",
        "three_d_secure.ds_transaction_id | {\"version\": \"2.2.0\", \"trans_status\": \"U\"}",
        "three_d_secure.ds_transaction_id | {\"version\": \"2.2.0\", \"trans_status\": \"U\", \"ds_transaction_id\": \"x\"}",
        "three_d_secure.eci | {\"version\": \"2.2.0\", \"trans_status\": \"Y\", \"ds_transaction_id\": \"ID\", \"cryptogram\": \"CG\"}",
        "three_d_secure.eci | {\"version\": \"2.2.0\", \"trans_status\": \"Y\", \"ds_transaction_id\": \"ID\", \"cryptogram\": \"CG\", \"eci\": \"5\"}",
        "three_d_secure.cryptogram | {\"version\": \"2.2.0\", \"trans_status\": \"A\", \"ds_transaction_id\": \"ID\", \"eci\": \"06\"}",
        "three_d_secure.cryptogram | {\"version\": \"2.2.0\", \"trans_status\": \"A\", \"ds_transaction_id\": \"ID\", \"eci\": \"06\", \"cryptogram\": \"AAEC\"}",
        "three_d_secure.xid | {\"version\": \"2.2.0\", \"trans_status\": \"U\", \"ds_transaction_id\": \"ID\", \"xid\": \"1\"}",
        "three_d_secure | \"Y\""
      })
  void an_invalid_authentication_result_is_rejected_with_its_name(String param, String given) {
    Reply refused = pay(given.replace("ID", ID).replace("CG", CRYPTOGRAM));

    assertThat(refused.status()).as(refused.body()).isEqualTo(400);
    assertThat(refused.text("/error/param")).isEqualTo(param);
    assertThat(refused.texts("/error/errors", "param")).containsExactly(param);
    assertThat(refused.body()).doesNotContain(CRYPTOGRAM);
  }

  private Reply pay(String given) {
    return florin.post("/v2/payments", body(given, CHALLENGED));
  }

  private static String given(String version, String transStatus, String id, String more) {
    return """
    {"version": "%s", "trans_status": "%s", "ds_transaction_id": "%s"%s}\
    """
        .formatted(version, transStatus, id, more.isEmpty() ? "" : ", " + more);
  }

  private static String body(String given, String number) {
    return TestApp.payment(1000, number)
        .replaceFirst("\\{", "{\"three_d_secure\": " + given + ", ");
  }
}
