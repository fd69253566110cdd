package florin.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks that each page is the right one and has figures. Speed depends on the machine. */
@Tag("drill")
class DashboardBenchTest {
  @Test
  void every_page_is_measured_with_few_and_with_many_payments(@TempDir Path folder) {
    var out = new StringWriter();
    var err = new StringWriter();

    int exitCode =
        Main.commandLine()
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(err))
            .execute(
                "bench",
                "dashboard",
                "--rows=3000",
                "--few=1000",
                "--times=2",
                "--folder=" + folder);

    assertThat(exitCode).as("%s%s", out, err).isZero();
    assertThat(out.toString())
        .contains("1,000 and 3,000 payments")
        .containsPattern("(?m)^  a payment  ")
        .containsPattern("(?m)^  search by unknown metadata  ")
        .containsPattern("(?m)^  of 3,000  .*complete$");
    assertThat(folder).isEmptyDirectory();
  }
}
