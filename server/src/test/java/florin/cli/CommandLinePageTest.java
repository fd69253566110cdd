package florin.cli;

import static java.util.stream.Collectors.joining;

import florin.docs.GeneratedPage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** Generates the commands of `docs/reference/cli.md` from their help texts. */
class CommandLinePageTest {
  private static final Terminal TERMINAL = Terminal.ofProcess();
  private static final CommandLine ROOT = FlorinCommand.commandLine(TERMINAL);
  private static final List<OptionSpec> API_OPTIONS = options(new ServiceOptions(TERMINAL));
  private static final List<OptionSpec> DATABASE_OPTIONS = options(new Operator(TERMINAL));

  /** A literal in a sentence of the help. */
  private static final String LITERAL =
      "(?<![`\\w./-])(--[a-z][a-z-]*|FLORIN_[A-Z_]+|\\./[a-z ]*[a-z]|"
          + "[a-z_]+_…|[a-z]+(?:[_.][a-z]+)+|http:[\\w.:/]*\\w)(?![`\\w…])";

  @Test
  void the_commands_are_up_to_date() throws IOException {
    var parts = new LinkedHashMap<String, String>();
    parts.put("api options", arguments(API_OPTIONS));
    parts.put("database options", arguments(DATABASE_OPTIONS));
    ROOT.getSubcommands()
        .forEach((name, command) -> parts.put(name, entry(command.getCommandSpec(), 3)));
    GeneratedPage.assertPartsUpToDate("reference/cli.md", parts);
  }

  private static List<OptionSpec> options(Object shared) {
    return CommandSpec.forAnnotatedObject(shared).options();
  }

  private static String entry(CommandSpec command, int level) {
    var entry = new StringBuilder("#".repeat(level));
    entry.append(' ').append(command.qualifiedName().replaceFirst("^florin ", "")).append("\n\n");
    entry.append(GeneratedPage.wrapped(description(command))).append("\n\n");
    if (!command.subcommands().isEmpty()) {
      return entry
          + new TreeMap<>(command.subcommands())
              .values().stream()
                  .map(below -> entry(below.getCommandSpec(), level + 1))
                  .collect(joining("\n"));
    }
    List<ArgSpec> arguments = own(command);
    if (!arguments.isEmpty()) {
      entry.append(arguments(arguments)).append('\n');
    }
    return entry.append(exitCodes(command)).append(examples(command)).toString();
  }

  private static String description(CommandSpec command) {
    return literals(
        Stream.of(command.usageMessage().header(), command.usageMessage().description())
            .flatMap(Arrays::stream)
            .collect(joining(" ")));
  }

  /** Returns the arguments and options of a command, without those that the page lists once. */
  private static List<ArgSpec> own(CommandSpec command) {
    List<OptionSpec> shared =
        command.mixins().values().stream()
            .filter(mixin ->
                mixin.userObject() instanceof ServiceOptions
                    || mixin.userObject() instanceof Operator)
            .flatMap(mixin -> mixin.options().stream())
            .toList();
    return command.args().stream()
        .filter(argument ->
            !(argument instanceof OptionSpec option)
                || !(option.inherited()
                    || option.usageHelp()
                    || option.versionHelp()
                    || shared.contains(option)))
        .toList();
  }

  private static String arguments(List<? extends ArgSpec> arguments) {
    return GeneratedPage.table(
        List.of("argument", "meaning"),
        arguments.stream()
            .sorted((one, other) -> Boolean.compare(one.isOption(), other.isOption()))
            .map(argument -> List.of("`" + name(argument) + "`", literals(meaning(argument))))
            .toList());
  }

  private static String name(ArgSpec argument) {
    return switch (argument) {
      case OptionSpec option -> option.longestName() + value(option);
      case PositionalParamSpec parameter ->
          parameter.paramLabel() + (parameter.arity().max() > 1 ? "…" : "");
      default -> throw new IllegalArgumentException(argument.toString());
    };
  }

  private static String value(OptionSpec option) {
    boolean isSwitch = option.arity().max() == 0;
    boolean isNamed = !option.paramLabel().startsWith("<");
    return isSwitch || !isNamed ? "" : " " + option.paramLabel();
  }

  private static String meaning(ArgSpec argument) {
    return (argument.required() && argument.isOption() ? "Required. " : "")
        + String.join(" ", argument.description());
  }

  /** Returns the exit codes if the command has its own. */
  private static String exitCodes(CommandSpec command) {
    Map<String, String> codes = command.usageMessage().exitCodeList();
    if (codes.equals(ROOT.getCommandSpec().usageMessage().exitCodeList())) {
      return "";
    }
    var rows = new ArrayList<List<String>>();
    codes.forEach((code, meaning) -> rows.add(List.of(code, meaning)));
    return GeneratedPage.table(List.of("exit code", "meaning"), rows) + "\n";
  }

  private static String examples(CommandSpec command) {
    return Stream.of(command.usageMessage().footer())
        .map(String::stripLeading)
        .collect(joining("\n", "```\n", "\n```\n"));
  }

  private static String literals(String sentences) {
    return sentences.replaceAll(LITERAL, "`$1`");
  }
}
