package florin.dashboard.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import florin.http.Form.FormValue;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Keeps a form that a person sent after their session ended. */
class KeptFormTest {
  private static final String ACTION = "/dashboard/payments/pay_1/refund";
  private static final Instant NOW = Instant.parse("2026-11-28T06:00:00Z");

  @Test
  void fields_come_back_for_ten_minutes() {
    List<FormValue> fields =
        List.of(new FormValue("amount", "1,00"), new FormValue("note", "a & b = ü\n+1"));

    String text = KeptForm.text(ACTION, fields, NOW).orElseThrow();

    assertThat(KeptForm.isOne(text)).isTrue();
    assertThat(KeptForm.of(text, NOW.plusSeconds(599))).contains(new KeptForm(ACTION, fields));
    assertThat(KeptForm.of(text, NOW.plusSeconds(600))).isEmpty();
    assertThat(KeptForm.isOne("sk_test_form")).isFalse();
  }

  @Test
  void no_password_secret_or_card_number_is_kept() {
    var fields = new ArrayList<FormValue>();
    for (String name :
        List.of(
            "password",
            "new_password",
            "code",
            "secret_key",
            "webhook_secret",
            "csrf",
            "once",
            "card",
            "iban",
            "credential",
            "token")) {
      fields.add(new FormValue(name, "x"));
    }
    fields.add(new FormValue("note", "4242 4242 4242 4242"));
    fields.add(new FormValue("text", "his card is 4242-4242-4242-4242."));
    fields.add(new FormValue("reason", "duplicate"));

    String text = KeptForm.text(ACTION, fields, NOW).orElseThrow();

    assertThat(KeptForm.of(text, NOW))
        .contains(new KeptForm(ACTION, List.of(new FormValue("reason", "duplicate"))));
  }

  @Test
  void metadata_comes_back_with_its_keys_and_in_its_order() {
    var pairs =
        List.of(
            new FormValue("key", "order"),
            new FormValue("value", "7403"),
            new FormValue("key", "shop"),
            new FormValue("value", "tea"));
    String text = KeptForm.text(ACTION, pairs, NOW).orElseThrow();
    assertThat(KeptForm.of(text, NOW)).contains(new KeptForm(ACTION, pairs));

    var withNumber = new ArrayList<>(pairs);
    withNumber.set(1, new FormValue("value", "4242 4242 4242 4242"));
    String some = KeptForm.text(ACTION, withNumber, NOW).orElseThrow();
    assertThat(KeptForm.of(some, NOW))
        .contains(new KeptForm(ACTION, List.of(pairs.get(0), pairs.get(2))));
  }

  @Test
  void a_long_form_and_an_empty_one_are_not_kept() {
    assertThat(
            KeptForm.text(
                ACTION, List.of(new FormValue("note", "a".repeat(KeptForm.MAX_LENGTH))), NOW))
        .isEmpty();
    assertThat(KeptForm.text(ACTION, List.of(new FormValue("csrf", "x")), NOW))
        .isEqualTo(Optional.empty());
  }
}
