package florin.bench.drill;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("drill")
class KillDrillTest {
  /** A test machine may be slow: the promises about time are the drill's own to check. */
  private static final Bounds PATIENT =
      new Bounds(Duration.ofMinutes(1), Duration.ofSeconds(70), Duration.ofSeconds(40));

  @Test
  void no_payment_is_lost_or_doubled_when_the_service_and_then_its_database_are_killed(
      @TempDir Path folder) throws Exception {
    var rounds = new ArrayList<String>();
    var options =
        new KillDrill.Options(
            List.of(Victim.SERVICE, Victim.SERVICE_AND_POSTGRES),
            Duration.ofSeconds(1),
            8,
            PATIENT,
            List.of(),
            42);

    assertThat(KillDrill.run(options, folder, rounds::add)).isEmpty();

    assertThat(rounds).hasSize(2);
    assertThat(folder).isEmptyDirectory();
  }
}
