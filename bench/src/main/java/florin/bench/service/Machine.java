package florin.bench.service;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Locale;

/** Describes the machine of a measurement, without which its figures have no meaning. */
public record Machine(
    String processor,
    int cores,
    long memory,
    String fileSystem,
    String kernel,
    String jdk,
    String postgres) {

  public static Machine of(ServiceProcess service) throws IOException, SQLException {
    try (Connection connection = service.folder().database().connect()) {
      return new Machine(
          processorName(),
          allCores(),
          memTotal(),
          Files.getFileStore(service.folder().path()).type(),
          System.getProperty("os.name") + " " + System.getProperty("os.version"),
          System.getProperty("java.vm.vendor") + " " + Runtime.version(),
          connection.getMetaData().getDatabaseProductVersion());
    }
  }

  /** Returns the load average of the last minute, including this process. */
  public static double load() {
    return ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
  }

  /** Returns the processor time of all programs since boot, summed over all cores. */
  public static Duration busy() throws IOException {
    return Proc.cpuOfAll();
  }

  public static int allCores() {
    return Runtime.getRuntime().availableProcessors();
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        """
          machine      %d × %s, %.0f GB, data on %s
          kernel       %s
          JDK          %s
          PostgreSQL   %s
        """,
        cores,
        processor,
        memory / 1e9,
        fileSystem,
        kernel,
        jdk,
        postgres);
  }

  private static String processorName() throws IOException {
    return value(Path.of("/proc/cpuinfo"), "model name", System.getProperty("os.arch", ""));
  }

  private static long memTotal() throws IOException {
    return Long.parseLong(value(Path.of("/proc/meminfo"), "MemTotal", "0").replaceAll("[^0-9]", ""))
        * 1024;
  }

  private static String value(Path file, String name, String otherwise) throws IOException {
    return Files.readAllLines(file).stream()
        .filter(line -> line.startsWith(name))
        .map(line -> line.substring(line.indexOf(':') + 1).strip())
        .findFirst()
        .orElse(otherwise);
  }
}
