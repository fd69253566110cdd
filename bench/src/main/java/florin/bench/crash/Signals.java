package florin.bench.crash;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** Suspends and resumes processes with SIGSTOP and SIGCONT, which Java can't send. */
final class Signals {
  private Signals() {}

  /** An action that may fail with an IOException. */
  @FunctionalInterface
  interface Act {
    void run() throws IOException;
  }

  /** Suspends the processes for a time. They are resumed even if this method fails. */
  static void hold(List<ProcessHandle> processes, Duration time) throws IOException {
    hold(processes, () -> LockSupport.parkNanos(time.toNanos()));
  }

  static void hold(List<ProcessHandle> processes, Act meanwhile) throws IOException {
    send("-STOP", processes);
    try {
      meanwhile.run();
    } finally {
      send("-CONT", processes);
    }
  }

  private static void send(String signal, List<ProcessHandle> processes) throws IOException {
    if (processes.isEmpty()) {
      return;
    }
    var command = new ArrayList<>(List.of("kill", signal));
    processes.forEach(process -> command.add(Long.toString(process.pid())));
    new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start()
        .onExit()
        .join(); // a process that has ended since needs no signal
  }
}
