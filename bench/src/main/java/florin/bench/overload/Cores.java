package florin.bench.overload;

import florin.bench.service.ServiceProcess;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Assigns some cores to the service and its PostgreSQL and others to the callers, so that they
 * don't compete. Uses `taskset` of util-linux.
 *
 * @param service core list in the format of taskset, for example `0` or `0-3`
 * @param callers core list of the callers
 */
record Cores(String service, String callers) {
  private static final int PATIENCE_SECONDS = 10;

  /** Assigns the cores to all existing threads. New threads inherit them. */
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
        throw new IOException("taskset did not end");
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", interrupted);
    }
    // A worker of PostgreSQL may have ended; the service and this process must succeed.
    if (binding.exitValue() != 0 && ProcessHandle.of(pid).isPresent()) {
      throw new IOException("taskset failed to assign process " + pid + " to the cores " + cores);
    }
  }
}
