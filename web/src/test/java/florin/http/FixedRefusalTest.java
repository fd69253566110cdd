package florin.http;

import static org.assertj.core.api.Assertions.assertThat;

import florin.core.ErrorCode;
import florin.core.Id.RequestId;
import florin.core.Problem;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class FixedRefusalTest {
  private static final Problem PROBLEM =
      new Problem.Unavailable(ErrorCode.OVERLOADED, "Späť \"später\".", Duration.ofSeconds(3));

  @Test
  void it_equals_the_response_that_would_be_written_for_that_request() {
    var refusal = new FixedRefusal(PROBLEM);
    for (int n = 0; n < 3; n++) {
      var request = new RequestId(new UUID(n, 7));
      Answer expected = Problems.answer(PROBLEM, request);

      Answer answer = refusal.answer(request);

      assertThat(answer.body()).isEqualTo(expected.body());
      assertThat(answer.status()).isEqualTo(503);
      assertThat(answer.contentType()).isEqualTo(expected.contentType());
      assertThat(answer.headers()).isEqualTo(expected.headers());
    }
  }
}
