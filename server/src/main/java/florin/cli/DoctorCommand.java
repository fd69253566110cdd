package florin.cli;

import florin.doctor.Doctor;
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
    description =
        "Look at settings, keys, database, disk, backups, connectors and all else that an operator can mend, whether the service runs or not. It changes nothing. Exit code 0: all is well; 1: somebody should look; 2: something is wrong.")
final class DoctorCommand implements Callable<Integer> {
  @Option(names = "--json", description = "Print it for programs.")
  private boolean json;

  @Mixin private final Operator operator;

  private final PrintStream out;

  DoctorCommand(Terminal terminal) {
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
      out.print(report.text());
    }
    return report.exitCode();
  }
}
