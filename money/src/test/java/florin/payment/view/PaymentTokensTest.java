package florin.payment.view;

import static org.assertj.core.api.Assertions.assertThat;

import florin.core.Hmac;
import florin.core.Id.PaymentId;
import florin.core.Realm;
import florin.payment.view.PaymentTokens.LinkedPayment;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashSet;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A token identifies its payment. Altered and forged tokens are rejected. */
class PaymentTokensTest {
  private static final LinkedPayment TARGET =
      new LinkedPayment(
          new Realm(2), new PaymentId(UUID.fromString("01a8fe3f-6d85-7387-a4d3-9d4d5a3f0c11")));

  private final PaymentTokens links = tokens("a key");

  @Test
  void a_token_identifies_its_payment() {
    String token = links.token(TARGET);

    assertThat(links.verify(token)).contains(TARGET);
    assertThat(token).matches("[A-Za-z0-9_-]{56}");
  }

  @Test
  void no_bit_of_a_token_can_be_another() {
    byte[] token = Base64.getUrlDecoder().decode(links.token(TARGET));
    for (int bit = 0; bit < 8 * token.length; bit++) {
      byte[] forged = token.clone();
      forged[bit / 8] ^= (byte) (1 << bit % 8);

      assertThat(links.verify(Base64.getUrlEncoder().encodeToString(forged)))
          .as("bit %d", bit)
          .isEmpty();
    }
  }

  @Test
  void no_character_of_a_token_can_be_another() {
    String token = links.token(TARGET);
    for (int i = 0; i < token.length(); i++) {
      for (char c = ' '; c < 0x7f; c++) {
        if (token.charAt(i) != c) {
          assertThat(links.verify(token.substring(0, i) + c + token.substring(i + 1)))
              .as("character %d is %s", i, c)
              .isEmpty();
        }
      }
    }
  }

  @Test
  void the_mac_of_one_payment_is_worth_nothing_for_another_nor_in_another_realm() {
    var otherPayment = new LinkedPayment(TARGET.realm(), new PaymentId(new UUID(1, 2)));
    var otherRealm = new LinkedPayment(new Realm(4), TARGET.payment());
    var liveRealm = new LinkedPayment(new Realm(3), TARGET.payment());
    String token = links.token(TARGET);
    var tokens = new HashSet<String>();
    tokens.add(token);

    for (LinkedPayment other : new LinkedPayment[] {otherPayment, otherRealm, liveRealm}) {
      String theirs = links.token(other);
      assertThat(tokens.add(theirs)).isTrue();
      assertThat(links.verify(withMacOf(token, theirs))).isEmpty();
      assertThat(links.verify(withMacOf(theirs, token))).isEmpty();
    }
  }

  @Test
  void a_token_of_another_installation_is_rejected() {
    assertThat(links.verify(tokens("another key").token(TARGET))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "=",
        "pay_01m7yzyvc5ef28epwvqa79rwvw",
        "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
        "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA==",
        "AAEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA+/",
        "ééééééééééééééééééééééééééééééééééééééééééééééééééééééééé"
      })
  void an_invalid_token_leads_to_no_page(String text) {
    assertThat(links.verify(text)).isEmpty();
  }

  @Test
  void a_truncated_or_padded_token_is_rejected() {
    String token = links.token(TARGET);
    for (int i = 0; i < token.length(); i++) {
      assertThat(links.verify(token.substring(0, i))).isEmpty();
    }
    assertThat(links.verify(token + "A")).isEmpty();
    assertThat(links.verify(token + "AAAA")).isEmpty();
    assertThat(links.verify(token + "=")).isEmpty();
  }

  private static String withMacOf(String token, String other) {
    byte[] bytes = Base64.getUrlDecoder().decode(token);
    byte[] others = Base64.getUrlDecoder().decode(other);
    System.arraycopy(
        others, others.length - Hmac.SHORTEST, bytes, bytes.length - Hmac.SHORTEST, Hmac.SHORTEST);
    return Base64.getUrlEncoder().encodeToString(bytes);
  }

  private static PaymentTokens tokens(String key) {
    return new PaymentTokens(new Hmac(key.getBytes(StandardCharsets.UTF_8)));
  }
}
