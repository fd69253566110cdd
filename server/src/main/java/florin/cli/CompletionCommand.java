package florin.cli;

import java.util.List;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;

/** `./florin completion`: prints a script that completes commands and options in a shell. */
@Command(
    name = "completion",
    header = "Print a completion script for bash or zsh.",
    description = {
      "Load the script in the shell's startup file. The shell then completes the commands and",
      "options of `florin` and `./florin`."
    },
    footer = {
      "  source <(./florin completion bash)    # in ~/.bashrc",
      "  source <(./florin completion zsh)     # in ~/.zshrc, after compinit"
    })
final class CompletionCommand implements Callable<Integer> {
  /** The shells that can load the script. */
  enum ShellKind {
    bash,
    zsh
  }

  /** The commands of the script `florin` that the service itself doesn't have. */
  private static final List<String> OF_THE_SCRIPT =
      List.of("bench", "build", "emulator", "package", "test", "try");

  /** Only checked: both shells load the same script, zsh through its `bashcompinit`. */
  @SuppressWarnings("UnusedVariable")
  @Parameters(paramLabel = "SHELL", description = "The shell: ${COMPLETION-CANDIDATES}.")
  private ShellKind shell = ShellKind.bash;

  private final Terminal terminal;

  CompletionCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    CommandLine root = FlorinCommand.commandLine(terminal);
    OF_THE_SCRIPT.forEach(name -> root.addSubcommand(name, CommandSpec.create()));
    terminal.out().print(AutoComplete.bash(root.getCommandName(), root));
    return 0;
  }
}
