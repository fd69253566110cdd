package florin;

import static org.assertj.core.api.Assertions.assertThat;

import florin.testing.MutationReport;
import florin.testing.Sources;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Runs in {@code ./florin test --mutations} only, after PIT has written its reports. */
class MutationCheck {
  @Test
  void the_tests_notice_the_mutants() throws IOException {
    var report = new MutationReport(Sources.modules(), Path.of("mutations.txt"));

    System.out.println(report.table());
    assertThat(report.faults()).isEmpty();
  }
}
