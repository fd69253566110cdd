package florin.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DrillKillTest {
  private final StringWriter out = new StringWriter();

  @Tag("drill")
  @Test
  void every_planted_bug_is_found_and_fails_the_drill(@TempDir Path folder) {
    int exitCode =
        run(
            "drill kill --rounds 1 --seconds-per-round 5 --connections 8 --settled-within 3 --folder "
                + folder
                + " --plant lose-a-payment,change-a-status,lose-an-event,miscount,charge-twice");

    assertThat(exitCode).isEqualTo(1);
    assertThat(out.toString())
        .contains("NOT KEPT: what was acknowledged is there")
        .contains("and is gone")
        .contains("status=canceled")
        .contains("NOT KEPT: a payment's events are numbered")
        .contains("which we never asked for")
        .contains("NOT KEPT: the dashboard's figures are the sums of the payments")
        .doesNotContain("Every promise was kept");
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void an_unknown_bug_is_wrong_usage() {
    assertThat(run("drill kill --plant none")).isEqualTo(2);
  }

  @Test
  void bugs_are_planted_in_the_simulators_book_alone() {
    assertThat(run("drill kill --connector --plant charge-twice")).isEqualTo(2);
    assertThat(out.toString()).contains("--connector goes with neither");
  }

  private int run(String arguments) {
    return Main.commandLine()
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(out))
        .execute(arguments.split(" "));
  }
}
