package florin.team;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.SecureRandom;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PasswordsTest {
  private final Passwords passwords = new Passwords(new SecureRandom(), Passwords.COST);

  @Test
  void a_password_matches_only_its_own_hash() {
    String hash = passwords.hash("correct horse").orElseThrow();

    assertThat(hash).startsWith("$argon2id$v=19$m=32768,t=3,p=1$").doesNotContain("horse");
    assertThat(passwords.check("correct horse", Optional.of(hash))).contains(true);
    assertThat(passwords.check("correct horsE", Optional.of(hash))).contains(false);
    assertThat(passwords.hash("correct horse")).isPresent().isNotEqualTo(Optional.of(hash));
  }

  @Test
  void an_unknown_user_has_no_matching_password() {
    assertThat(passwords.check("correct horse", Optional.empty())).contains(false);
    assertThat(passwords.check("", Optional.empty())).contains(false);
  }

  /**
   * The reference implementation created this hash: argon2 -id -v 13 -m 16 -t 2 -p 1, salt
   * somesalt.
   */
  @Test
  void a_hash_with_other_parameters_is_still_checked() {
    assertThat(
            passwords.check(
                "password",
                Optional.of(
                    "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc")))
        .contains(true);
  }
}
