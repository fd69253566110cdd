package florin.build;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RunnerTest {
  private static final String EXAMPLES = Examples.class.getName();

  private final StringWriter out = new StringWriter();

  /** The usual run doesn't find these tests: the class is private for it, and not called Test. */
  static class Examples {
    @Test
    void with_a_folder(@TempDir Path folder) {
      assertThat(folder).exists();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void with_numbers(int number) {
      assertThat(number).isEqualTo(1);
    }

    @Test
    void impossible_here() {
      Assumptions.abort("always");
    }

    @Tag("drill")
    @Test
    void thoroughly() {}

    @Nested
    class Inside {
      @Test
      void nested() {}
    }
  }

  @Test
  void methods_with_parameters_are_found() throws Exception {
    assertThat(run(false, EXAMPLES + "#with_a_folder")).isZero();
    assertThat(out.toString()).contains("1 test ran, 0 failed, 0 skipped");

    assertThat(run(false, EXAMPLES + "#with_*")).isEqualTo(1);
    assertThat(out.toString()).contains("3 tests ran, 1 failed, 0 skipped");
  }

  @Test
  void a_test_that_gave_up_did_not_pass() throws Exception {
    assertThat(run(false, EXAMPLES + "#impossible_here")).isEqualTo(1);
    assertThat(out.toString()).contains("0 tests ran, 0 failed, 1 skipped");
  }

  @Test
  void methods_of_nested_classes_are_found() throws Exception {
    assertThat(run(false, EXAMPLES + "#nested")).isZero();
    assertThat(out.toString()).contains("1 test ran, 0 failed, 0 skipped");
  }

  @Test
  void an_unknown_method_fails_and_lists_the_methods() throws Exception {
    assertThat(run(false, EXAMPLES + "#with_folder")).isEqualTo(1);

    assertThat(out)
        .hasToString(
            "No test found for "
                + EXAMPLES
                + "#with_folder. The test methods are:\n"
                + "  impossible_here\n  nested\n  thoroughly\n  with_a_folder\n  with_numbers\n");
  }

  @Test
  void drills_need_the_option() throws Exception {
    assertThat(run(false, EXAMPLES + "#thoroughly")).isEqualTo(1);
    assertThat(out)
        .hasToString(
            "No test ran: all tests of "
                + EXAMPLES
                + "#thoroughly have the tag drill. Add --drills.\n");

    assertThat(run(true, EXAMPLES + "#thoroughly")).isZero();
  }

  @Test
  void a_class_without_tests_fails() throws Exception {
    assertThat(run(false, Edits.class.getName())).isEqualTo(1);

    assertThat(out).hasToString("No test found: florin.build.Edits has no test methods.\n");
  }

  /** Runs in a thread of its own, because JUnit doesn't allow another run in its own threads. */
  private int run(boolean drills, String... arguments) throws Exception {
    out.getBuffer().setLength(0);
    var tests = new Runner(List.of(arguments), drills, new PrintWriter(out, true));
    try (var thread = Executors.newSingleThreadExecutor()) {
      return thread.submit(tests::run).get();
    }
  }
}
