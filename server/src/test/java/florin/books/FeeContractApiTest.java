package florin.books;

import static org.assertj.core.api.Assertions.assertThat;

import florin.testing.Reply;
import florin.testing.SpecialKeys;
import florin.testing.TestApp;
import florin.testing.TestClient;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** `/v2/fee_contracts`, as an integrator sees them. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FeeContractApiTest {
  private TestApp florin;

  @BeforeAll
  void open() {
    florin = TestApp.open();
  }

  @AfterAll
  void close() {
    florin.close();
  }

  @Test
  void a_contract_is_shown_as_it_was_created() {
    Reply made =
        create(
            """
            "brand": "visa", "region": "eea", "currency": "eur", "percent": "1.40", "fixed": 25, "minimum": 30,
            "valid_from": "2026-01-01", "valid_until": "2027-01-01"\
            """);

    assertThat(made.status()).as(made.body()).isEqualTo(200);
    assertThat(made.body())
        .contains(
            """
            "object":"fee_contract","connector":"simulator","brand":"visa","region":"eea","currency":"eur","percent":"1.4",\
            "fixed":25,"minimum":30,"valid_from":"2026-01-01","valid_until":"2027-01-01","created":\
            """);
    assertThat(florin.get("/v2/fee_contracts/" + made.text("/id")).json()).isEqualTo(made.json());
    assertThat(florin.get("/v2/fee_contracts?limit=100").texts("/data", "id"))
        .contains(made.text("/id"));
  }

  @Test
  void omitted_conditions_hold_for_all_payments_from_today() {
    Reply made = create("\"region\": \"AX\"");

    assertThat(made.text("/valid_from")).matches("20[0-9]{2}-[0-9]{2}-[0-9]{2}");
    assertThat(made.body())
        .contains(
            "\"brand\":null", "\"currency\":null", "\"percent\":\"0\"", "\"valid_until\":null");
  }

  @Test
  void a_contract_with_the_same_conditions_and_days_is_rejected_until_the_first_ends() {
    String first = create("\"brand\": \"elo\", \"valid_from\": \"2026-01-01\"").text("/id");
    String next = "\"brand\": \"elo\", \"valid_from\": \"2026-07-01\"";

    Reply tied = create(next);
    assertThat(tied.status()).isEqualTo(400);
    assertThat(tied.text("/error/code")).isEqualTo("fee_contract_overlaps");
    assertThat(tied.text("/error/message")).contains(first);
    assertThat(end(first, "2026-07-02").status()).isEqualTo(200);
    assertThat(create(next).status()).isEqualTo(400);
    assertThat(end(first, "2026-07-01").text("/valid_until")).isEqualTo("2026-07-01");
    assertThat(create(next).status()).isEqualTo(200);
    Reply longer = end(first, "2026-07-02");
    assertThat(longer.text("/error/code")).isEqualTo("fee_contract_overlaps");
  }

  @Test
  void a_contract_that_ends_on_its_first_day_can_be_created_again() {
    String wanted = "\"brand\": \"mir\", \"valid_from\": \"2026-01-01\"";
    String wrong = create(wanted).text("/id");

    assertThat(end(wrong, "2025-12-31").text("/error/param")).isEqualTo("valid_until");
    assertThat(end(wrong, "2026-01-01").status()).isEqualTo(200);
    assertThat(create(wanted).status()).isEqualTo(200);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"percent\": 1.4 | percent | parameter_invalid",
        "\"percent\": \"1.4005\" | percent | parameter_invalid",
        "\"percent\": \"101\" | percent | parameter_invalid",
        "\"fixed\": 25 | currency | parameter_missing",
        "\"minimum\": 25 | currency | parameter_missing",
        "\"fixed\": -1, \"currency\": \"eur\" | fixed | parameter_invalid",
        "\"region\": \"domestic\" | region | parameter_invalid",
        "\"region\": \"XX\" | region | parameter_invalid",
        "\"brand\": \"Visa\" | brand | parameter_invalid",
        "\"valid_from\": \"2026-02-30\" | valid_from | parameter_invalid",
        "\"valid_from\": \"2026-02-02\", \"valid_until\": \"2026-02-01\" | valid_until | parameter_invalid"
      })
  void a_wrong_parameter_is_rejected(String parameter, String name, String code) {
    Reply rejected = create(parameter);

    assertThat(rejected.status()).as(rejected.body()).isEqualTo(400);
    assertThat(rejected.text("/error/param")).isEqualTo(name);
    assertThat(rejected.text("/error/code")).isEqualTo(code);
  }

  @ParameterizedTest
  @CsvSource({"cn_01m869ajefedaaran0jg1qze75", "stripe"})
  void a_connector_must_exist(String connector) {
    Reply rejected =
        florin.post("/v2/fee_contracts", "{\"connector\": \"%s\"}".formatted(connector));

    assertThat(rejected.status()).isEqualTo(400);
    assertThat(rejected.text("/error/param")).isEqualTo("connector");
    assertThat(rejected.text("/error/code")).isEqualTo("resource_missing");
  }

  @Test
  void the_simulator_has_no_contracts_in_live_mode() {
    try (var live = new TestClient(florin.app().port(), SpecialKeys.ofNewAccount(florin).live())) {
      Reply rejected = live.post("/v2/fee_contracts", "{\"connector\": \"simulator\"}");
      assertThat(rejected.text("/error/code")).isEqualTo("resource_missing");
    }
  }

  @Test
  void a_list_can_have_one_connector() {
    assertThat(florin.get("/v2/fee_contracts?connector=cn_1").texts("/data", "id")).isEmpty();
    assertThat(florin.get("/v2/fee_contracts?connector=simulator").status()).isEqualTo(200);
    assertThat(florin.get("/v2/fee_contracts?connector=a-b").status()).isEqualTo(400);
  }

  private Reply create(String parameters) {
    return florin.post("/v2/fee_contracts", "{\"connector\": \"simulator\", " + parameters + "}");
  }

  private Reply end(String id, String until) {
    return florin.post(
        "/v2/fee_contracts/" + id + "/end", "{\"valid_until\": \"%s\"}".formatted(until));
  }
}
