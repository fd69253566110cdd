package florin.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import florin.client.FlorinException.Unreadable;
import florin.client.model.CardPaymentMethodData;
import florin.client.model.CreatePayment;
import florin.client.model.CustomerProfile;
import florin.client.model.NewCard;
import florin.client.model.Refund;
import florin.client.model.RefundStatus;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTest {
  @Test
  void a_text_keeps_its_characters() {
    String text = "\"\\\n\t\u0001é€𝄞";
    assertThat(Json.parse(Json.write(text))).isEqualTo(text);
    assertThat(Json.parse("\"\\u00e9\\/\\b\\f\\r\"")).isEqualTo("é/\b\f\r");
  }

  @Test
  void a_value_keeps_its_structure() {
    var value = List.of(1L, -7L, 1.5, true, Map.of("a", List.of(), "b", Map.of()));
    assertThat(Json.parse(Json.write(value))).isEqualTo(value);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{",
        "[1,]",
        "{\"a\"}",
        "01",
        "1.",
        "nul",
        "\"\\x\"",
        "\"\\u12\"",
        "\"\n\"",
        "1 2",
        "{,}",
        "-",
        "\"\\"
      })
  void anything_else_is_no_json(String text) {
    assertThatThrownBy(() -> Json.parse(text)).isInstanceOf(Unreadable.class);
  }

  @Test
  void the_levels_have_a_limit() {
    assertThatThrownBy(() -> Json.parse("[".repeat(100_000))).isInstanceOf(Unreadable.class);
  }

  @Test
  void null_is_sent_only_if_it_was_set() {
    assertThat(Json.write(new CustomerProfile().name(null).email("a@b.c")))
        .isEqualTo("{\"name\":null,\"email\":\"a@b.c\"}");
  }

  @Test
  void a_request_shows_no_card_data() {
    var card = new NewCard("4242424242424242", 12, 2040).cvc("123");
    var request = new CreatePayment(1, "usd", new CardPaymentMethodData(card));
    assertThat(card + " " + request).doesNotContain("4242").doesNotContain("123");
    assertThat(Json.write(request)).contains("\"type\":\"card\"", "\"exp_month\":12");
  }

  @Test
  void a_response_may_have_new_fields_and_values() {
    Refund refund = Json.read(refund("\"rethought\"", "\"new_field\":{},"), Refund.class);
    assertThat(refund.status()).isEqualTo(RefundStatus.UNRECOGNIZED);
    assertThatThrownBy(() -> Json.value(refund.status()))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void a_response_without_a_required_field_is_unreadable() {
    assertThatThrownBy(() -> Json.read(refund("null", ""), Refund.class))
        .isInstanceOf(Unreadable.class)
        .hasMessageContaining("Refund.status");
    assertThatThrownBy(() -> Json.read(refund("7", ""), Refund.class))
        .isInstanceOf(Unreadable.class);
  }

  private static String refund(String status, String more) {
    return "{\"id\":\"re_1\",\"object\":\"refund\",\"amount\":1,\"currency\":\"usd\","
        + more
        + "\"payment\":\"pay_1\",\"status\":"
        + status
        + ",\"reason\":null,\"failure_reason\":null,\"bank_account\":null,\"metadata\":{},"
        + "\"created\":1,\"livemode\":false}";
  }
}
