package florin.bench.crash;

import florin.bench.crash.Needle.Scan;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Stream;

/** Looks for the digits of our cards wherever a service leaves anything. */
record Leaks(Verdict verdict) {
  private static final int MB = 1 << 20;

  /** Files, PostgreSQL's log of changes among them, and all tables as text. */
  void check(List<Path> remains, CrashRecords records) throws IOException {
    long bytes = 0;
    for (Path one : remains) {
      bytes += scanAll(one);
    }
    var dump = Cards.SECRET.new Scan();
    try {
      records.dump(dump);
    } catch (SQLException failed) {
      throw new IOException("the tables could not be read", failed);
    }
    if (dump.isFound()) {
      verdict.broken(Promise.NO_CARD, "a table has a card's number");
    }
    verdict.looked(Promise.NO_CARD, (bytes + dump.bytes()) / MB);
  }

  private long scanAll(Path folder) throws IOException {
    long bytes = 0;
    try (Stream<Path> all = Files.walk(folder)) {
      List<Path> files = all.filter(Files::isRegularFile).toList();
      for (Path file : files) {
        bytes += scan(file);
      }
    } catch (UncheckedIOException gone) {
      verdict.broken(Promise.NO_CARD, folder + " could not be read: " + gone.getMessage());
    }
    return bytes;
  }

  private long scan(Path file) throws IOException {
    Scan scan = Cards.SECRET.new Scan();
    try (InputStream in = Files.newInputStream(file)) {
      in.transferTo(scan);
    } catch (NoSuchFileException gone) {
      return 0; // PostgreSQL makes and deletes files all the time
    }
    if (scan.isFound()) {
      verdict.broken(Promise.NO_CARD, file + " has a card's number");
    }
    return scan.bytes();
  }
}
