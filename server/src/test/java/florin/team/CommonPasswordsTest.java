package florin.team;

import static org.assertj.core.api.Assertions.assertThat;

import florin.testing.DashboardClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Florin rejects passwords that attackers try first. */
class CommonPasswordsTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "qwerty123456",
        "1qaz2wsx3edc",
        "QWERTYqwerty",
        "123456789987654321",
        "motherfucker",
        "password",
        "password2026",
        "Password!!1234",
        "2026-Dragon-2026",
        "1984!!love!!2026",
        "passwordpassword",
        "Dragon1Dragon1",
        "aaaaaaaaaaaaaa",
        "123123123123"
      })
  void a_listed_password_is_recognized_alone_repeated_or_surrounded_by_digits(String password) {
    assertThat(CommonPasswords.has(password)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        DashboardClient.PASSWORD,
        "staple the horse at nine",
        "x7Kp-92hQ!vTz4",
        "7192!!sex!!5604#",
        "94#a7$2!08%51&6",
        "Пароль из четырёх слов",
        "password of the old lighthouse"
      })
  void unrelated_words_and_random_passwords_are_not_recognized(String password) {
    assertThat(CommonPasswords.has(password)).isFalse();
  }

  @Test
  void the_longest_permitted_password_is_checked_too() {
    assertThat(CommonPasswords.has("xy".repeat(Passwords.MAX_LENGTH / 2) + "z")).isFalse();
  }
}
