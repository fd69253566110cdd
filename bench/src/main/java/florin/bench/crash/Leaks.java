package florin.bench.crash;

import florin.bench.crash.Needle.Scan;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Searches everything that a service leaves behind for the digits of the drill's cards. */
record Leaks(Verdict verdict) {
  private static final int MB = 1 << 20;

  /** Checks files, including PostgreSQL's write-ahead log, and all tables as text. */
  void check(List<Path> remains, CrashRecords records) throws IOException {
    long bytes = 0;
    for (Path one : remains) {
      bytes += scanAll(one);
    }
    var dump = Cards.SECRET.new Scan();
    try {
      records.dump(dump);
    } catch (SQLException failed) {
      throw new IOException("the tables can't be read", failed);
    }
    if (dump.isFound()) {
      verdict.broken(Invariant.NO_CARD, "a table contains a card number");
    }
    verdict.looked(Invariant.NO_CARD, (bytes + dump.bytes()) / MB);
  }

  private long scanAll(Path folder) throws IOException {
    var files = new ArrayList<Path>();
    Files.walkFileTree(folder, new FilesThatStay(files));
    long bytes = 0;
    for (Path file : files) {
      bytes += scan(file);
    }
    return bytes;
  }

  /** Visits files that exist. PostgreSQL creates and deletes files during the search. */
  private static final class FilesThatStay extends SimpleFileVisitor<Path> {
    private final List<Path> files;

    FilesThatStay(List<Path> files) {
      this.files = files;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
      if (attributes.isRegularFile()) {
        files.add(file);
      }
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException failed) throws IOException {
      if (failed instanceof NoSuchFileException) {
        return FileVisitResult.CONTINUE;
      }
      throw failed;
    }
  }

  private long scan(Path file) throws IOException {
    Scan scan = Cards.SECRET.new Scan();
    try (InputStream in = Files.newInputStream(file)) {
      in.transferTo(scan);
    } catch (NoSuchFileException gone) {
      return 0;
    }
    if (scan.isFound()) {
      verdict.broken(Invariant.NO_CARD, file + " contains a card number");
    }
    return scan.bytes();
  }
}
