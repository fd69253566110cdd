package florin.cli;

import florin.doctor.Doctor;
import florin.doctor.DoctorFinding.Grade;
import florin.doctor.DoctorReport;
import florin.doctor.DoctorReportView;
import java.io.PrintStream;
import java.time.Clock;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** `./florin doctor`. */
@Command(
    name = "doctor",
    header = "Check settings, keys, database, disk, backups and connectors.",
    description = {
      "The command prints what to do about each problem. The service may run or not. The command",
      "changes nothing."
    },
    footer = {"  ./florin doctor", "  ./florin doctor --all", "  ./florin doctor --json"},
    exitCodeList = {
      "0:All checks passed.",
      "1:The command itself failed.",
      "2:An option or argument is wrong.",
      "3:Warnings.",
      "4:Something is wrong."
    })
final class DoctorCommand implements Callable<Integer> {
  @Option(names = "--json", description = "Print the findings as JSON.")
  private boolean json;

  @Option(names = "--all", description = "List the passed checks too. A pipe always gets them.")
  private boolean all;

  @Mixin private final Operator operator;

  private final PrintStream out;
  private final Display display;

  DoctorCommand(Terminal terminal) {
    this.display = terminal.display();
    this.out = terminal.out();
    this.operator = new Operator(terminal);
  }

  @Override
  public Integer call() {
    DoctorReport report =
        Doctor.examine(operator.data(), operator.environment(), Clock.systemUTC());
    if (json) {
      out.println(DoctorReportView.json(report));
    } else {
      out.print(
          display.isTerminal()
              ? report.summary(all, (grade, text) -> display.colored(color(grade), text))
              : report.text());
    }
    return report.exitCode();
  }

  private static Color color(Grade grade) {
    return switch (grade) {
      case OK -> Color.GREEN;
      case LOOK -> Color.AMBER;
      case WRONG -> Color.RED;
      case UNSEEN -> Color.GRAY;
    };
  }
}
