package florin.postgres;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * PostgreSQL's `postmaster.pid`: line 1 is its pid, line 2 its data folder, line 3 its start time
 * (Unix seconds), line 8 its status.
 *
 * @param startedAt distinguishes the process from a later one with the same pid
 * @param status empty if it has not been written yet
 */
record PidFile(Path cluster, long pid, Instant startedAt, String status) {
  private static final int STATUS_LINE = 7;

  /**
   * The tolerance of start times: the file has whole seconds, /proc counts from a boot time in
   * whole seconds, and the clock may jump.
   */
  private static final Duration START_TOLERANCE = Duration.ofSeconds(5);

  /** The state of the process that the file names, according to /proc. */
  enum PidOwner {
    /** The process does not exist: PostgreSQL detects that and replaces the file. */
    GONE,
    /**
     * The process has ended, and its parent has not collected it. PostgreSQL takes it for a running
     * one.
     */
    ZOMBIE,
    /**
     * Another process has the pid now. PostgreSQL takes it for its own if it runs as the same user.
     */
    ANOTHER_PROCESS,
    /** The process is a PostgreSQL on this cluster. */
    POSTGRES
  }

  /** Returns the file; empty if it does not exist or is not complete yet. */
  static Optional<PidFile> read(Path cluster) throws IOException {
    List<String> lines;
    try {
      lines = Files.readAllLines(file(cluster), StandardCharsets.ISO_8859_1);
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
    if (lines.size() < 3) {
      return Optional.empty();
    }
    var status = lines.size() > STATUS_LINE ? lines.get(STATUS_LINE).strip() : "";
    return Optional.of(
        new PidFile(
            cluster,
            Long.parseLong(lines.get(0).strip()),
            Instant.ofEpochSecond(Long.parseLong(lines.get(2).strip())),
            status));
  }

  static void delete(Path cluster) throws IOException {
    Files.deleteIfExists(file(cluster));
  }

  /** Returns whether it accepts connections, even as a read-only standby. */
  boolean isReady() {
    return status.equals("ready") || status.equals("standby");
  }

  PidOwner owner() throws IOException {
    String stat;
    String commandLine;
    try {
      stat =
          Files.readString(
              Path.of("/proc", Long.toString(pid), "stat"), StandardCharsets.ISO_8859_1);
      commandLine =
          Files.readString(
              Path.of("/proc", Long.toString(pid), "cmdline"), StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      if (ProcessHandle.of(pid).isEmpty()) {
        return PidOwner.GONE;
      }
      throw e;
    }
    // pid (name) state …: the name itself may contain blanks and parentheses
    var name = stat.substring(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
    char state = stat.charAt(stat.lastIndexOf(')') + 2);
    if (state == 'Z' || state == 'X') {
      return PidOwner.ZOMBIE;
    }
    boolean ours = name.equals("postgres") && (names(commandLine) || startedAsWritten());
    return ours ? PidOwner.POSTGRES : PidOwner.ANOTHER_PROCESS;
  }

  /**
   * Returns the Java process that runs this PostgreSQL, if it is alive and not this process. If its
   * Florin has ended, PostgreSQL has another parent, such as the system's first process.
   */
  Optional<Long> findOtherFlorin() throws IOException {
    return owner() == PidOwner.POSTGRES
        ? ProcessHandle.of(pid)
            .flatMap(ProcessHandle::parent)
            .map(ProcessHandle::pid)
            .filter(parent -> parent != ProcessHandle.current().pid() && isJava(parent))
        : Optional.empty();
  }

  private static boolean isJava(long pid) {
    try {
      return Files.readString(Path.of("/proc", Long.toString(pid), "comm")).strip().equals("java");
    } catch (IOException ended) {
      return false;
    }
  }

  private boolean names(String commandLine) {
    return Arrays.asList(commandLine.split("\0")).contains(cluster.toString());
  }

  /** Compares the start times, the only evidence if the cluster was moved while PostgreSQL ran. */
  private boolean startedAsWritten() {
    return ProcessHandle.of(pid)
        .flatMap(process -> process.info().startInstant())
        .map(started -> Duration.between(started, startedAt).abs().compareTo(START_TOLERANCE) <= 0)
        .orElse(false);
  }

  private static Path file(Path cluster) {
    return cluster.resolve("postmaster.pid");
  }
}
