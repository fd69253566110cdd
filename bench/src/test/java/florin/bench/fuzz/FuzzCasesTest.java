package florin.bench.fuzz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import florin.bench.fuzz.FuzzCases.FuzzCase;
import java.io.IOException;
import java.util.List;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the fuzzer has found, and what it begins with, without it. */
class FuzzCasesTest {
  @ParameterizedTest
  @EnumSource
  void of_every_input_that_is_kept_all_holds_that_must_hold(FuzzTarget target) throws IOException {
    List<FuzzCase> cases = FuzzCases.of(target);
    InputReader reader = target.boundedReader();

    assertThat(cases).isNotEmpty();
    SoftAssertions.assertSoftly(softly ->
        cases.forEach(one ->
            softly
                .assertThatCode(() -> reader.read(one.input()))
                .as("%s of %s", one, target)
                .doesNotThrowAnyException()));
  }

  @ParameterizedTest
  @EnumSource
  void nothing_at_all_is_an_input_too(FuzzTarget target) {
    InputReader reader = target.boundedReader();

    assertThatCode(() -> reader.read(new byte[0])).doesNotThrowAnyException();
  }
}
