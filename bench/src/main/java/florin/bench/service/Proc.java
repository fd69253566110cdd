package florin.bench.service;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** What Linux tells of processes under /proc. A process that has ended has used nothing. */
final class Proc {
  /** USER_HZ, which is 100 on every architecture that Florin runs on. */
  private static final Duration TICK = Duration.ofMillis(10);

  /** In /proc/PID/stat, counted from the state, which is the first field after the name. */
  private static final int USER_TICKS = 11;

  private static final int CHILDREN_TICKS = 13;
  private static final int END_OF_TICKS = 15;

  /** In the first line of /proc/stat, the name of which is its first field. */
  private static final int IDLE = 4;

  private static final int WAITING_FOR_DISK = 5;
  private static final int END_OF_BUSY = 9;

  private Proc() {}

  /** Processor time of the process itself. */
  static Duration cpu(long pid) {
    return ticks(pid, USER_TICKS, CHILDREN_TICKS);
  }

  /** With that of its children which have ended. */
  static Duration cpuWithEndedChildren(long pid) {
    return ticks(pid, USER_TICKS, END_OF_TICKS);
  }

  /**
   * What everybody has used, on all cores: /proc/stat, without the time in which they were idle.
   */
  static Duration cpuOfAll() throws IOException {
    String[] fields = Files.readAllLines(Path.of("/proc/stat")).getFirst().split(" +");
    long ticks =
        IntStream.range(1, END_OF_BUSY)
            .filter(field -> field != IDLE && field != WAITING_FOR_DISK)
            .mapToLong(field -> Long.parseLong(fields[field]))
            .sum();
    return TICK.multipliedBy(ticks);
  }

  /** Bytes under this name in /proc/PID/status, for example VmRSS. */
  static long memory(long pid, String name) {
    return read(pid, "status")
        .lines()
        .filter(line -> line.startsWith(name + ":"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) * 1024)
        .findFirst()
        .orElse(0);
  }

  static List<String> commandLine(long pid) {
    return Arrays.asList(read(pid, "cmdline").split("\0"));
  }

  private static Duration ticks(long pid, int from, int to) {
    String stat = read(pid, "stat");
    if (stat.isEmpty()) {
      return Duration.ZERO;
    }
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
    long ticks = Stream.of(fields).skip(from).limit(to - from).mapToLong(Long::parseLong).sum();
    return TICK.multipliedBy(ticks);
  }

  private static String read(long pid, String file) {
    try {
      return Files.readString(
          Path.of("/proc", Long.toString(pid), file), StandardCharsets.ISO_8859_1);
    } catch (IOException gone) {
      return "";
    }
  }
}
