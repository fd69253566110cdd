package florin.bench.books;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/**
 * The clock of a past month, for the emulators and, through a file, for the service. It runs as
 * fast as the machine's, and the drill moves it from one time of a day to the next.
 */
final class MonthClock implements InstantSource {
  private final Path file;
  private volatile Duration ahead;

  /**
   * Creates a clock.
   *
   * @param file which the agent in the service reads
   */
  MonthClock(Path file, Instant begin) throws IOException {
    this.file = file;
    this.ahead = Duration.between(Instant.now(), begin);
    write();
  }

  @Override
  public Instant instant() {
    return Instant.now().plus(ahead);
  }

  /** Moves the clock forward. The service follows a moment later. */
  void moveTo(Instant time) throws IOException {
    ahead = Duration.between(Instant.now(), time);
    write();
  }

  private void write() throws IOException {
    Path next = Files.writeString(Path.of(file + ".next"), Long.toString(ahead.toMillis()));
    Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
  }
}
