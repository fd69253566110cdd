package florin.cli;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import florin.app.Database;
import florin.cli.Cli.Ran;
import florin.config.Config;
import florin.config.Setting;
import florin.db.StartFailure;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An incorrect command line fails with one line and exit code 2, before any request. */
class CommandsTest {
  static Stream<Arguments> wrong() {
    return Stream.of(
        wrong("", "Missing required subcommand"),
        wrong("sevre", "Unknown command 'sevre'. Did you mean serve? ./florin --help shows"),
        wrong("pay", "Unknown command 'pay'. ./florin --help shows the usage."),
        wrong("serve --port abc", "--port"),
        wrong("serve --port 65536", "--port must be 0 to 65535"),
        wrong("serve --port -1", "--port must be 0 to 65535"),
        wrong("serve --bind localhost", "--bind must be an IP address"),
        wrong("serve --prot 80", "Did you mean --port?"),
        wrong("serve now", "Unexpected argument 'now'."),
        wrong("keys", "Missing required subcommand"),
        wrong("keys list --account shop", "acct_"),
        wrong("keys create --account shop", "acct_"),
        wrong("keys create --name ''", "The name must have 1 to 256 characters."),
        wrong("keys create --name " + "a".repeat(257), "The name must have 1 to 256 characters."),
        wrong("keys roll", "KEY"),
        wrong("keys roll sk_test_abc", "key_"),
        wrong("keys roll key_01h455vb4pex5vsknk084sn02q --overlap-hours 200", "0 to 168"),
        wrong("keys roll key_01h455vb4pex5vsknk084sn02q --overlap-hours -1", "0 to 168"),
        wrong("keys roll key_01h455vb4pex5vsknk084sn02q --overlap-hours one", "--overlap-hours"),
        wrong("keys revoke", "KEY"),
        wrong("keys revoke it", "key_"),
        wrong("accounts", "Missing required subcommand"),
        wrong("accounts create", "NAME"),
        wrong("accounts create ''", "The name must have 1 to 256 characters."),
        wrong("accounts create Flower shop", "Unexpected argument 'shop'. Put quotes around"),
        wrong("users", "Missing required subcommand"),
        wrong("users reset", "--email"),
        wrong("users reset --email a@example.com --url shop", "--url must be an http or https URL"),
        wrong("audit", "Missing required subcommand"),
        wrong("audit verfy", "Did you mean verify? ./florin audit --help shows the usage."),
        wrong("backup", "FILE|FOLDER"),
        wrong("restore", "Set either the FILE of a backup to restore, or --review."),
        wrong("restore one.tar.gz --review", "Set either the FILE of a backup"),
        wrong("vault", "Missing required subcommand"),
        wrong("vault retire", "N"),
        wrong("vault retire one", "one"),
        wrong("demo --payments 10", "--payments must be 200 to 50000"),
        wrong("demo --weeks 0", "--weeks must be 1 to 52"),
        wrong("demo --seed x", "--seed"),
        wrong("demo --account shop", "acct_"),
        wrong("payments", "Missing required subcommand"),
        wrong("payments list --limit many", "--limit"),
        wrong("payments list --url localhost:8080", "--url must be an http or https URL"),
        wrong("payments list --url 'http://a b'", "--url must be an http or https URL"),
        wrong("payments list --key 'sk test'", "The API key has invalid characters"),
        wrong("payments show", "PAYMENT"),
        wrong("payments show ''", "A payment id is pay_"),
        wrong("payments show ../events", "A payment id is pay_"),
        wrong("refunds", "Missing required subcommand"),
        wrong("refunds create", "PAYMENT"),
        wrong("refunds create pay_1 --amount 9.50", "--amount"),
        wrong("refunds create pay_1 --idempotency-key é", "--idempotency-key must be"),
        wrong("connectors", "Missing required subcommand"),
        wrong("connectors check", "CONNECTOR"),
        wrong("connectors check ../payments", "A connector id is cn_"),
        wrong("connectors enable pay_01h455vb4pex5vsknk084sn02q", "A connector id is cn_"),
        wrong("connectors disable ''", "A connector id is cn_"),
        wrong("bank", "Missing required subcommand"),
        wrong("bank import", "FILE"),
        wrong("bank simulate", "PAYMENT"),
        wrong("bank accounts", "Missing required subcommand"),
        wrong("bank accounts add", "--iban"),
        wrong("bank accounts enable ../payments", "A bank account id is ba_"),
        wrong("bank payment-files", "Missing required subcommand"),
        wrong("bank payment-files create", "ACCOUNT"),
        wrong("bank payment-files show ../payments", "A payment file id is pf_"),
        wrong("bank payment-files download ba_1", "A payment file id is pf_"),
        wrong("bank payment-files reject ''", "A payment file id is pf_"),
        wrong("settlements", "Missing required subcommand"),
        wrong("settlements import --format plain one.csv", "--connector"),
        wrong("settlements import --connector simulator one.csv", "--format"),
        wrong("settlements import --connector simulator --format plain", "FILE"),
        wrong(
            "settlements import --connector simulator --format csv one.csv",
            "--format must be adyen, stripe or plain."),
        wrong("settlements list --limit many", "--limit"),
        wrong("listen --secret hush", "--secret must be a signing secret"),
        wrong("listen --forward-to localhost:4242/hook", "--forward-to must be an http or https"),
        wrong("listen --forward-to /hook", "--forward-to must be an http or https URL"),
        wrong("trigger", "The type of event is missing"),
        wrong("trigger payment.suceeded", "Did you mean payment.succeeded?"));
  }

  @ParameterizedTest
  @MethodSource("wrong")
  void wrong_usage_is_reported_in_one_line(String[] words, String said) {
    Ran ran = Cli.run(words);

    assertThat(ran.code()).as(ran.err()).isEqualTo(2);
    assertThat(ran.out()).isEmpty();
    assertThat(ran.err()).contains(said).hasLineCount(1);
  }

  @Test
  void the_script_names_exactly_the_existing_commands() throws Exception {
    String script = Files.readString(Path.of("..", "florin"));
    List<String> named =
        Pattern.compile("^  \\./florin ([a-z]+) ", Pattern.MULTILINE)
            .matcher(script)
            .results()
            .map(line -> line.group(1))
            .toList();
    var commands =
        new TreeSet<>(FlorinCommand.commandLine(Terminal.ofProcess()).getSubcommands().keySet());
    commands.addAll(
        // The script has these commands in addition to the service's.
        List.of("bench", "build", "emulator", "package", "test", "try"));

    assertThat(named).containsExactlyInAnyOrderElementsOf(commands);
  }

  @Test
  void the_script_names_only_existing_options() throws Exception {
    var commands = FlorinCommand.commandLine(Terminal.ofProcess()).getSubcommands();
    List<MatchResult> named =
        Pattern.compile("^  \\./florin ([a-z]+) .*?(--[a-z]+)", Pattern.MULTILINE)
            .matcher(Files.readString(Path.of("..", "florin")))
            .results()
            .filter(line -> commands.containsKey(line.group(1)))
            .toList();

    assertThat(named)
        .isNotEmpty()
        .allSatisfy(line ->
            assertThat(requireNonNull(commands.get(line.group(1))).getCommandSpec().optionsMap())
                .containsKey(line.group(2)));
  }

  @Test
  void help_is_no_failure_and_names_every_command() {
    Ran ran = Cli.run("--help");

    assertThat(ran.code()).isZero();
    assertThat(ran.out())
        .contains(FlorinCommand.commandLine(Terminal.ofProcess()).getSubcommands().keySet());
    assertThat(Cli.run("keys", "roll", "--help").out()).contains("--overlap-hours");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "keys list",
        "accounts list",
        "users list",
        "users reset --email a@example.com",
        "audit verify",
        "vault status",
        "vault rotate",
        "vault retire 1",
        "demo"
      })
  void a_folder_without_a_service_is_reported(String line, @TempDir Path folder) {
    String[] words = (line + " --data " + folder).split(" ");

    Ran ran = Cli.run(words);

    assertThat(ran.code()).isEqualTo(1);
    assertThat(ran.out()).isEmpty();
    assertThat(ran.err()).startsWith("There is no Florin data in " + folder).hasLineCount(1);
  }

  @Test
  void an_invalid_folder_is_reported(@TempDir Path folder) throws Exception {
    Path file = Files.createFile(folder.resolve("file"));

    Ran ran = Cli.run("serve", "--data", file.toString());

    assertThat(ran.code()).isEqualTo(1);
    assertThat(ran.out()).isEmpty();
    assertThat(ran.err())
        .isEqualTo(
            "Florin can't create the data folder %s: it is a file, not a folder. Choose another with --data.\n"
                .formatted(file));
  }

  @ParameterizedTest
  @CsvSource({
    "postgres://florin:hush@127.0.0.1:9/florin, refused",
    "postgres://florin:hush@nowhere.invalid/florin, there is no host nowhere.invalid"
  })
  void an_unreachable_database_is_reported_with_its_setting(
      String url, String why, @TempDir Path folder) {
    Config config =
        Config.of("127.0.0.1", 0, folder, Map.of(Setting.FLORIN_DATABASE_URL.name(), url));

    for (Function<Config, Database> way :
        List.<Function<Config, Database>>of(Database::attach, Database::open)) {
      assertThatThrownBy(() -> way.apply(config))
          .isInstanceOf(StartFailure.class)
          .hasMessageStartingWith("Florin can't connect to FLORIN_DATABASE_URL (")
          .hasMessageContaining(why)
          .hasMessageNotContaining("hush");
    }
  }

  /** Splits a line at spaces. Text in quotes is one word, even if it is empty. */
  private static Arguments wrong(String line, String said) {
    String[] words =
        Stream.of(line.split(" (?=(?:[^']*'[^']*')*[^']*$)"))
            .filter(word -> !word.isEmpty())
            .map(word -> word.replace("'", ""))
            .toArray(String[]::new);
    return Arguments.of(words, said);
  }
}
