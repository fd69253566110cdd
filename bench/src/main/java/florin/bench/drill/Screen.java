package florin.bench.drill;

import java.io.PrintWriter;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/** Prints a command's progress, line by line, and flushes each line. */
public record Screen(PrintWriter out) {
  public static Screen of(@Nullable CommandSpec command) {
    return new Screen(Objects.requireNonNull(command).commandLine().getOut());
  }

  public void say(String line) {
    out.println(line);
    out.flush();
  }
}
