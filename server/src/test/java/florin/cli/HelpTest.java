package florin.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/** The help of each command, its examples, the tables, the colors and the completion. */
class HelpTest {
  private static final String PREFIX = "  ./";

  static Stream<CommandLine> commands() {
    return withSubcommands(FlorinCommand.commandLine(Terminal.ofProcess()))
        .filter(command -> command.getParent() != null);
  }

  private static Stream<CommandLine> withSubcommands(CommandLine command) {
    return Stream.concat(
        Stream.of(command),
        command.getSubcommands().values().stream().flatMap(HelpTest::withSubcommands));
  }

  @ParameterizedTest
  @MethodSource("commands")
  void every_command_describes_itself_in_sentences(CommandLine command) {
    UsageMessageSpec help = command.getCommandSpec().usageMessage();
    assertThat(help.header()).hasSize(1);
    assertThat(help.header()[0]).matches("[A-Z].*\\.").hasSizeLessThanOrEqualTo(84);
    assertThat(String.join(" ", help.description())).matches("([A-Z].*\\.)?");
    for (ArgSpec argument : command.getCommandSpec().args()) {
      assertThat(String.join(" ", argument.description()))
          .as(argument.toString())
          .matches("[A-Z].*\\.");
    }
  }

  @ParameterizedTest
  @MethodSource("commands")
  void every_command_has_an_example_that_parses(CommandLine command) {
    String[] examples = command.getCommandSpec().usageMessage().footer();
    assertThat(examples).as(command.getCommandSpec().qualifiedName()).isNotEmpty();
    for (String example : examples) {
      assertThat(example).contains("./" + command.getCommandSpec().qualifiedName());
      if (example.startsWith(PREFIX)) {
        String[] words =
            example
                .substring(PREFIX.length())
                .replaceAll("\"([^ \"]*) ([^\"]*)\"", "$1_$2")
                .split(" ");
        String[] arguments = Arrays.copyOfRange(words, 1, words.length);
        assertThatCode(() ->
                FlorinCommand.commandLine(Terminal.ofProcess(), arguments).parseArgs(arguments))
            .as(example)
            .doesNotThrowAnyException();
      }
    }
  }

  @Test
  void the_root_help_has_the_groups_in_order() {
    assertThat(Cli.run("--help").out())
        .containsSubsequence(
            "  Run\n",
            "    serve ",
            "  Payments\n",
            "    bank ",
            "  People and keys\n",
            "    audit ",
            "  Operate\n",
            "    vault ",
            "  Develop\n",
            "    completion ");
  }

  @Test
  void the_script_describes_each_command_in_the_words_of_its_help() throws Exception {
    String script = Files.readString(Path.of("..", "florin"));
    FlorinCommand.commandLine(Terminal.ofProcess())
        .getSubcommands()
        .forEach((name, command) -> {
          if (!List.of("serve", "restore")
              .contains(name)) { // The script adds an address and an option to these.
            assertThat(script)
                .contains(
                    "  ./florin %-12s %s\n"
                        .formatted(name, command.getCommandSpec().usageMessage().header()[0]));
          }
        });
  }

  @Test
  void columns_are_aligned_below_their_headings_and_amounts_end_together() {
    var out = new ByteArrayOutputStream();
    var table = new TextTable("ID", TextTable.AMOUNT, "NAME");
    table.add("pay_1", "9.90 usd", null);
    table.add("p", "1000.00 usd", "Ada");
    table.print(new PrintStream(out, true, StandardCharsets.UTF_8));

    assertThat(out.toString(StandardCharsets.UTF_8).lines())
        .containsExactly(
            "ID          AMOUNT  NAME", "pay_1     9.90 usd", "p      1000.00 usd  Ada");
  }

  @Test
  void colors_are_off_in_a_pipe_and_if_the_environment_asks_for_plain_text() {
    assertThat(Color.isOn(true, Map.of("NO_COLOR", "", "TERM", "xterm"))).isTrue();
    assertThat(Color.isOn(false, Map.of())).isFalse();
    assertThat(Color.isOn(true, Map.of("NO_COLOR", "1"))).isFalse();
    assertThat(Color.isOn(true, Map.of("TERM", "dumb"))).isFalse();
  }

  @ParameterizedTest
  @EnumSource(CompletionCommand.ShellKind.class)
  void the_completion_script_completes_commands_options_and_the_script_s_own_commands(
      CompletionCommand.ShellKind shell, @TempDir Path folder) throws Exception {
    Cli.Ran ran = Cli.run("completion", shell.name());
    assertThat(ran.code()).isZero();

    assertThat(completions(folder, ran.out(), "./florin", "ke")).containsExactly("keys");
    assertThat(completions(folder, ran.out(), "./florin", "dri")).containsExactly("drill");
    assertThat(completions(folder, ran.out(), "./florin", "keys", "roll", "--ov"))
        .containsExactly("--overlap-hours");
  }

  /** Returns what bash completes the last word to. */
  private static List<String> completions(Path folder, String script, String... words)
      throws Exception {
    Path file = folder.resolve("completion");
    Files.writeString(
        file,
        script
            + "\nCOMP_WORDS=("
            + String.join(" ", words)
            + ")\nCOMP_CWORD="
            + (words.length - 1)
            + "\n_complete_florin\nprintf '%s\\n' \"${COMPREPLY[@]}\"\n");
    Process bash =
        new ProcessBuilder("bash", file.toString()).redirectError(Redirect.DISCARD).start();
    String reply = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(bash.waitFor()).as(reply).isZero();
    return reply.lines().map(String::strip).toList();
  }
}
