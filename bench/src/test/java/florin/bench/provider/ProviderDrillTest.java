package florin.bench.provider;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("drill")
class ProviderDrillTest {
  @Test
  void records_and_provider_agree_after_the_service_was_killed_while_it_sold(@TempDir Path folder)
      throws Exception {
    var lines = new ArrayList<String>();
    var options =
        new ProviderDrill.Options(
            3, Duration.ofSeconds(3), 8, Duration.ofMinutes(1), Duration.ofMinutes(4), 42);

    assertThat(ProviderDrill.run(options, folder, lines::add)).isEmpty();

    assertThat(lines).hasSize(5);
    assertThat(folder).isEmptyDirectory();
  }
}
