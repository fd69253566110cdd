package florin.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks that every row is measured without errors. The values depend on the machine. */
@Tag("drill")
class ReachBenchTest {
  @Test
  void every_row_is_measured(@TempDir Path folder) {
    var out = new StringWriter();
    var err = new StringWriter();

    int exitCode =
        Main.commandLine()
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(err))
            .execute(
                "bench",
                "reach",
                "--pairs=1",
                "--seconds=1",
                "--warm-up=1",
                "--rows=1000",
                "--folder=" + folder);

    assertThat(exitCode).as("%s%s", out, err).isZero();
    assertThat(out.toString())
        .containsPattern("(?m)^  three plain inserts over JDBC  ")
        .containsPattern("(?m)^  CPU of a payment, service and PostgreSQL  ")
        .containsPattern("(?m)^  WAL of a payment  +[1-9]")
        .containsPattern("(?m)^  WAL records of a payment  +[1-9]")
        .containsPattern("(?m)^  changesets per batch  +main [1-9].* · book [1-9]")
        .containsPattern("(?m)^  payments over three plain inserts, 256 connections ")
        .containsPattern("(?m)^  CPU of a saved card's payment over an anonymous one ")
        .containsPattern("(?m)^  payments with a webhook endpoint over none ")
        .containsPattern("(?m)^  retrieval ")
        .containsPattern("(?m)^  payments on 1,000 stored over few ")
        .containsPattern("(?m)^  SQL statements of a payment's batches  +[0-9+ ]+= ");
    assertThat(folder).isEmptyDirectory();
  }
}
