package florin.bench.crash;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** Stops processes of ours and lets them go on: SIGSTOP and SIGCONT, which Java cannot send. */
final class Signals {
  private Signals() {}

  /** Something that may fail as files do. */
  @FunctionalInterface
  interface Act {
    void run() throws IOException;
  }

  /** In which nothing of them runs. They run on, whatever happens here. */
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
        .join(); // one that has ended meanwhile is no matter
  }
}
