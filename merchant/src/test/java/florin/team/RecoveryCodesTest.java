package florin.team;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.SecureRandom;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecoveryCodesTest {
  private final List<String> codes = RecoveryCodes.make(new SecureRandom());

  @Test
  void there_are_ten_different_codes() {
    assertThat(codes)
        .hasSize(10)
        .doesNotHaveDuplicates()
        .allMatch(code -> code.matches("[A-Z2-7]{4}(-[A-Z2-7]{4}){3}"));
  }

  @Test
  void a_code_matches_however_it_is_typed() {
    String code = codes.getFirst();
    byte[] hash = RecoveryCodes.hash(code).orElseThrow();

    for (String typed :
        List.of(
            code.toLowerCase(Locale.ROOT),
            code.replace("-", ""),
            code.replace("-", " "),
            "  " + code + " ")) {
      assertThat(RecoveryCodes.hash(typed))
          .hasValueSatisfying(it -> assertThat(it).isEqualTo(hash));
    }
    assertThat(RecoveryCodes.hash(codes.getLast()).orElseThrow()).hasSize(32).isNotEqualTo(hash);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "ABCD-EFGH-IJKL", "ABCD-EFGH-IJKL-MNO1", "ABCD-EFGH-IJKL-MNOP-Q"})
  void an_invalid_code_is_not_parsed(String typed) {
    assertThat(RecoveryCodes.hash(typed)).isEmpty();
  }
}
