package florin.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import florin.core.Problem.BadParameters;
import florin.core.Problem.ParameterError;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProblemTest {
  private static final ParameterError MISSING =
      new ParameterError("amount", ErrorCode.PARAMETER_MISSING, "amount is missing.");
  private static final ParameterError TOO_LARGE =
      new ParameterError("capture", ErrorCode.AMOUNT_TOO_LARGE, "amount is too large.");

  @Test
  void invalid_parameters_have_the_code_and_the_message_of_the_first_one() {
    var problem = new BadParameters(List.of(MISSING, TOO_LARGE), 0);

    assertThat(problem.code()).isEqualTo(ErrorCode.PARAMETER_MISSING);
    assertThat(problem.message()).isEqualTo("amount is missing.");
    assertThat(problem.refusal().problem()).isSameAs(problem);
  }

  @Test
  void one_to_fifty_invalid_parameters_are_listed() {
    List<ParameterError> most = Collections.nCopies(BadParameters.MAX_ERRORS, MISSING);
    List<ParameterError> more = Collections.nCopies(BadParameters.MAX_ERRORS + 1, MISSING);

    assertThat(new BadParameters(most, 3).errors()).hasSize(50);
    assertThatThrownBy(() -> new BadParameters(List.of(), 0))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new BadParameters(more, 0))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
