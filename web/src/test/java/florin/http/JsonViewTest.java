package florin.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import florin.core.Advice;
import florin.core.CardCode;
import florin.core.Currency;
import florin.core.Id.PaymentId;
import florin.core.Mode;
import florin.core.Pan;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class JsonViewTest {
  private enum Colour {
    DARK_RED
  }

  private record Inner(Optional<String> postalCode, boolean isFine) {}

  private record View(
      PaymentId id,
      String object,
      long amountCaptured,
      Currency currency,
      Optional<Instant> canceledAt,
      Instant created,
      Mode mode,
      Advice advice,
      Colour colour,
      @Nullable String receiptUrl,
      Optional<Inner> inner,
      List<Inner> all,
      Map<String, String> metadata,
      Optional<PaymentId> other) {}

  private record Leak(Object value) {}

  @Test
  void a_view_is_its_components_in_order_in_snake_case_with_nulls() {
    var metadata = new LinkedHashMap<String, String>();
    metadata.put("orderNo", "ü😀");
    metadata.put("a", "\"\\/\n");
    var view =
        new View(
            new PaymentId(new UUID(0, 1)),
            "payment",
            1000,
            Currency.get("eur"),
            Optional.empty(),
            Instant.ofEpochSecond(1_700_000_000, 999_999_999),
            Mode.TEST,
            Advice.DO_NOT_TRY_AGAIN,
            Colour.DARK_RED,
            null,
            Optional.of(new Inner(Optional.of("12345"), true)),
            List.of(new Inner(Optional.empty(), false)),
            metadata,
            Optional.of(new PaymentId(new UUID(0, 2))));

    assertThat(text(view))
        .isEqualTo(
            "{\"id\":\"pay_00000000000000000000000001\",\"object\":\"payment\",\"amount_captured\":1000,"
                + "\"currency\":\"eur\",\"canceled_at\":null,\"created\":1700000000,\"mode\":\"test\","
                + "\"advice\":\"do_not_try_again\",\"colour\":\"dark_red\",\"receipt_url\":null,"
                + "\"inner\":{\"postal_code\":\"12345\",\"is_fine\":true},"
                + "\"all\":[{\"postal_code\":null,\"is_fine\":false}],"
                + "\"metadata\":{\"orderNo\":\"\\u00FC\\uD83D\\uDE00\",\"a\":\"\\\"\\\\/\\n\"},"
                + "\"other\":\"pay_00000000000000000000000002\"}");
  }

  @Test
  void a_card_number_and_a_code_cannot_be_written() {
    assertThatThrownBy(() -> Json.bytes(new Leak(new Pan("4242424242424242"))))
        .hasMessageNotContaining("4242424242424242");
    assertThatThrownBy(() -> Json.bytes(new Leak(new CardCode("123"))))
        .isInstanceOf(RuntimeException.class);
  }

  private static String text(Object view) {
    return new String(Json.bytes(view), StandardCharsets.US_ASCII);
  }
}
