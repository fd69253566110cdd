package florin.bench.overload;

import static org.assertj.core.api.Assertions.assertThat;

import florin.bench.load.Answer;
import florin.bench.overload.OverloadDrill.Findings;
import florin.bench.overload.OverloadDrill.Options;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OverloadDrillTest {
  @Test
  void only_overloaded_responses_count_as_rejected() {
    var answered = new Answered();
    answered.take(Errand.PAYMENT, "a", answer(200, "{}"), 1);
    answered.take(
        Errand.PAYMENT, "b", answer(503, "{\"error\":{\"code\":\"overloaded\"}}"), 2_000_000);
    answered.take(
        Errand.PAYMENT, "c", answer(503, "{\"error\":{\"code\":\"database_unavailable\"}}"), 3);

    assertThat(answered.namesDone(Errand.PAYMENT)).containsExactly("a");
    assertThat(answered.namesRefused(Errand.PAYMENT)).containsExactly("b");
    assertThat(answered.refusals().answers()).isEqualTo(1);
    assertThat(answered.refusals().latency(50))
        .isBetween(Duration.ofMillis(2), Duration.ofMillis(3));
    assertThat(answered.otherAnswers()).isEqualTo(1);
    assertThat(answered.namesRefused(Errand.LIST)).isEmpty();
  }

  /** Speed depends on the machine. The command checks it on an idle one. */
  @Tag("drill")
  @Test
  void an_overloaded_service_does_not_execute_rejected_requests(@TempDir Path folder)
      throws Exception {
    var said = new ArrayList<String>();
    var options =
        new Options(
            16,
            Duration.ofMillis(20),
            List.of(5.0),
            64,
            Duration.ofSeconds(2),
            Duration.ofSeconds(3),
            Duration.ofSeconds(2),
            Optional.empty(),
            Optional.empty(),
            42);

    Findings findings = OverloadDrill.run(options, folder, said::add);

    assertThat(findings.untrue()).isEmpty();
    LoadStep step = findings.steps().getFirst();
    assertThat(step.answered().refusals().answers()).as(step.text()).isPositive();
    assertThat(step.answered().done(Errand.PAYMENT).answers()).as(step.text()).isPositive();
    assertThat(step.otherAnswers()).as(step.text()).isZero();
    assertThat(said).hasSize(1);
    assertThat(folder).isEmptyDirectory();
  }

  private static Answer answer(int status, String body) {
    return new Answer(status, ByteBuffer.wrap(body.getBytes(StandardCharsets.UTF_8)));
  }
}
