package florin.bench.overload;

import florin.bench.service.ServiceProcess;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Gives the service and its PostgreSQL one part of the machine's cores and us the other, so that
 * the callers' work is not taken from the service's. By `taskset`, of util-linux.
 *
 * @param service numbers as taskset reads them, `0` or `0-3`
 * @param callers the others
 */
record Cores(String service, String callers) {
  private static final int PATIENCE_SECONDS = 10;

  /** For every thread that is there; those to come take after them. */
  void divide(ServiceProcess running) throws IOException {
    List<Long> theirs =
        Stream.concat(Stream.of(running.pid()), running.postgres().map(process -> process.pid()))
            .toList();
    for (long pid : theirs) {
      bind(service, pid);
    }
    bind(callers, ProcessHandle.current().pid());
  }

  private static void bind(String cores, long pid) throws IOException {
    Process binding =
        new ProcessBuilder("taskset", "--all-tasks", "--cpu-list", "--pid", cores, "" + pid)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      if (!binding.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        binding.destroyForcibly();
        throw new IOException("taskset does not end");
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", interrupted);
    }
    // A worker of PostgreSQL may have ended meanwhile; of the service and of us it must work.
    if (binding.exitValue() != 0 && ProcessHandle.of(pid).isPresent()) {
      throw new IOException("taskset could not give process " + pid + " the cores " + cores);
    }
  }
}
