package florin.bench.service;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Reads process information of Linux from /proc. A process that has ended counts as zero. */
final class Proc {
  /** The clock tick (USER_HZ), 100 per second on every architecture that Florin supports. */
  private static final Duration TICK = Duration.ofMillis(10);

  /**
   * The index in /proc/PID/stat, counted from the state, which is the first field after the name.
   */
  private static final int USER_TICKS = 11;

  private static final int CHILDREN_TICKS = 13;
  private static final int END_OF_TICKS = 15;

  /** The index in the first line of /proc/stat, whose first field is its name. */
  private static final int IDLE = 4;

  private static final int WAITING_FOR_DISK = 5;
  private static final int END_OF_BUSY = 9;

  private Proc() {}

  /** Returns the processor time of the process itself. */
  static Duration cpu(long pid) {
    return ticks(pid, USER_TICKS, CHILDREN_TICKS);
  }

  /** Returns the processor time of the process and of its ended children. */
  static Duration cpuWithEndedChildren(long pid) {
    return ticks(pid, USER_TICKS, END_OF_TICKS);
  }

  /**
   * Returns the processor time of all processes on all cores, from /proc/stat without idle time.
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

  /** Returns the bytes of a field of /proc/PID/status, for example VmRSS. */
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

  /** Returns the processor time of the threads whose name matches, except those that ended. */
  static Duration cpuOfThreads(long pid, String name) throws IOException {
    try (Stream<Path> threads = Files.list(Path.of("/proc", Long.toString(pid), "task"))) {
      return threads
          .map(thread -> pid + "/task/" + thread.getFileName())
          .filter(thread -> read(thread, "comm").strip().matches(name))
          .map(thread -> ticks(read(thread, "stat"), USER_TICKS, CHILDREN_TICKS))
          .reduce(Duration.ZERO, Duration::plus);
    } catch (NoSuchFileException gone) {
      return Duration.ZERO;
    }
  }

  private static Duration ticks(long pid, int from, int to) {
    return ticks(read(pid, "stat"), from, to);
  }

  private static Duration ticks(String stat, int from, int to) {
    if (stat.isEmpty()) {
      return Duration.ZERO;
    }
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
    long ticks = Stream.of(fields).skip(from).limit(to - from).mapToLong(Long::parseLong).sum();
    return TICK.multipliedBy(ticks);
  }

  private static String read(long pid, String file) {
    return read(Long.toString(pid), file);
  }

  private static String read(String process, String file) {
    try {
      return Files.readString(Path.of("/proc", process, file), StandardCharsets.ISO_8859_1);
    } catch (IOException gone) {
      return "";
    }
  }
}
