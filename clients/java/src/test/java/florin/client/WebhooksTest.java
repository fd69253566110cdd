package florin.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import florin.client.FlorinException.InvalidSignature;
import florin.client.FlorinException.Unreadable;
import florin.client.model.EventObject;
import florin.client.model.EventType;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WebhooksTest {
  private static final String BODY =
      "{\"id\":\"evt_1\",\"object\":\"event\",\"type\":\"planet.rose\",\"created\":1800000000,"
          + "\"livemode\":false,\"api_version\":\"2.1\",\"sequence\":1,\"request\":null,"
          + "\"data\":{\"object\":{\"object\":\"planet\",\"name\":\"Ceres\"}}}";
  private static final String SECRET = "whsec_test";

  /** Computed with openssl dgst -sha256 -hmac whsec_test over "1800000000." and the body. */
  private static final String SIGNATURE =
      "832f38654500047a1d3ad9883783e63c3c912f44d52406b1c7af434bb2bdcb62";

  private static final String HEADER = "t=1800000000,v1=" + SIGNATURE;

  @Test
  void a_signed_body_is_an_event_even_of_a_new_type() {
    var event = at(1_800_000_000, "whsec_new", SECRET).event(bytes(BODY), HEADER);

    assertThat(event.type()).isEqualTo(EventType.UNRECOGNIZED);
    assertThat(((EventObject.Unrecognized) event.data().object()).fields())
        .containsEntry("name", "Ceres");
  }

  @Test
  void one_of_several_signatures_is_enough() {
    String header = "t=1800000000,v1=00,v1=" + SIGNATURE;
    assertThat(at(1_800_000_300, SECRET).event(bytes(BODY), header).id()).isEqualTo("evt_1");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "t=1800000000",
        "v1=" + SIGNATURE,
        "t=x,v1=" + SIGNATURE,
        "t=1800000001,v1=" + SIGNATURE,
        "t=1800000000,v0=" + SIGNATURE,
        "t=1800000000,v1=",
        "t=99999999999999,v1=" + SIGNATURE
      })
  void another_header_is_rejected(String header) {
    assertThatThrownBy(() -> at(1_800_000_000, SECRET).event(bytes(BODY), header))
        .isInstanceOf(InvalidSignature.class);
  }

  @Test
  void a_missing_header_another_secret_and_another_body_are_rejected() {
    Webhooks webhooks = at(1_800_000_000, SECRET);
    assertThatThrownBy(() -> webhooks.event(bytes(BODY), null))
        .isInstanceOf(InvalidSignature.class);
    assertThatThrownBy(() -> webhooks.event(bytes(BODY + " "), HEADER))
        .isInstanceOf(InvalidSignature.class);
    assertThatThrownBy(() -> at(1_800_000_000, "whsec_other").event(bytes(BODY), HEADER))
        .isInstanceOf(InvalidSignature.class);
    assertThatThrownBy(() -> webhooks.event(new byte[(1 << 20) + 1], HEADER))
        .isInstanceOf(Unreadable.class);
  }

  @ParameterizedTest
  @ValueSource(longs = {1_800_000_301, 1_799_999_699})
  void a_signature_outside_the_tolerance_is_rejected(long now) {
    assertThatThrownBy(() -> at(now, SECRET).event(bytes(BODY), HEADER))
        .isInstanceOf(InvalidSignature.class)
        .hasMessageContaining("too old");
  }

  @Test
  void an_empty_secret_is_a_mistake() {
    assertThatThrownBy(() -> new Webhooks("")).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(Webhooks::new).isInstanceOf(IllegalArgumentException.class);
  }

  private static Webhooks at(long now, String... secrets) {
    var clock = Clock.fixed(Instant.ofEpochSecond(now), ZoneOffset.UTC);
    return new Webhooks(List.of(secrets), Duration.ofSeconds(300), clock);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
