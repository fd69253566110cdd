package florin.bench;

import florin.bench.service.ServiceProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A JFR recording of the service, started and stopped with `jcmd`. */
record Recording(long pid) {
  private static final String NAME = "name=bench";

  /**
   * Starts a recording with the CPU-time sampler. The sampler includes native code, exists only on
   * Linux, and is off by default.
   */
  static Recording start(ServiceProcess service) throws IOException {
    var recording = new Recording(service.pid());
    recording.jcmd(
        "JFR.start",
        NAME,
        "settings=profile",
        "jdk.CPUTimeSample#enabled=true",
        "jdk.CPUTimeSample#throttle=1000/s",
        "jdk.ExecutionSample#enabled=false");
    return recording;
  }

  void stop(Path file) throws IOException {
    jcmd("JFR.stop", NAME, "filename=" + file.toAbsolutePath());
  }

  private void jcmd(String... arguments) throws IOException {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "jcmd").toString());
    command.add(Long.toString(pid));
    command.addAll(List.of(arguments));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    if (process.onExit().join().exitValue() != 0) {
      throw new IOException("jcmd " + arguments[0] + ": " + said);
    }
  }
}
