package florin.team;

import static org.assertj.core.api.Assertions.assertThat;

import florin.core.Sha256;
import java.security.SecureRandom;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TokenTest {
  private final Token token = Token.make(new SecureRandom());

  @Test
  void a_token_is_read_back_from_its_text_and_kept_as_its_sha_256() {
    byte[] bytes = Base64.getUrlDecoder().decode(token.reveal());

    assertThat(bytes).hasSize(32).isNotEqualTo(new byte[32]);
    assertThat(token.hash()).isEqualTo(Sha256.of(bytes));
    Token read = Token.parse(token.reveal()).orElseThrow();
    assertThat(read.reveal()).isEqualTo(token.reveal());
    assertThat(read.hash()).isEqualTo(token.hash());
    assertThat(Token.make(new SecureRandom()).reveal()).isNotEqualTo(token.reveal());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "short", "+234567890123456789012345678901234567890123"})
  void an_invalid_token_is_not_parsed(String text) {
    assertThat(Token.parse(text)).isEmpty();
    assertThat(Token.parse(token.reveal() + text + "=")).isEmpty();
  }

  @Test
  void a_form_has_a_value_derived_from_the_token_that_does_not_reveal_it() {
    String form = token.formToken();

    assertThat(token.matchesForm(form)).isTrue();
    assertThat(form).isNotEmpty().doesNotContain(token.reveal());
    assertThat(Token.parse(token.reveal()).orElseThrow().formToken()).isEqualTo(form);
    assertThat(token.matchesForm(Token.make(new SecureRandom()).formToken())).isFalse();
    assertThat(token.matchesForm(token.reveal())).isFalse();
    assertThat(token.matchesForm("")).isFalse();
  }

  @Test
  void a_token_prints_as_nothing() {
    assertThat(token).hasToString("Token[…]");
  }
}
