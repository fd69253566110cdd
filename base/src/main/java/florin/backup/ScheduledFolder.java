package florin.backup;

import florin.core.IoReason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The folder of scheduled backups. A backup with a final name was verified and is good. One that is
 * not verified, or is not good, ends in `.unverified`. Other files are ignored.
 */
public record ScheduledFolder(Path path) {
  private static final Logger LOG = LoggerFactory.getLogger(ScheduledFolder.class);
  private static final String UNVERIFIED = ".unverified";
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);
  private static final Pattern NAME =
      Pattern.compile("florin-scheduled-([0-9]{8}T[0-9]{6}Z)\\.tar\\.gz(\\.unverified)?");

  /** A verified backup. */
  public record GoodBackup(Path file, Instant begun, long bytes) {}

  public Optional<GoodBackup> findLastGood() throws IOException {
    return listGood().stream().findFirst();
  }

  /** Returns the verified backups, the newest first. */
  public List<GoodBackup> listGood() throws IOException {
    return list(false);
  }

  /** Returns backups that were not finished, or were not good. */
  public List<GoodBackup> listUnverified() throws IOException {
    return list(true);
  }

  private List<GoodBackup> list(boolean unverified) throws IOException {
    if (!Files.exists(path)) {
      return List.of();
    }
    var found = new ArrayList<GoodBackup>();
    try (Stream<Path> files = Files.list(path)) {
      for (Path file : files.toList()) {
        Matcher name = NAME.matcher(String.valueOf(file.getFileName()));
        if (name.matches() && unverified == (name.group(2) != null) && Files.isRegularFile(file)) {
          Optional<Instant> begun = time(name.group(1));
          if (begun.isPresent()) {
            found.add(new GoodBackup(file, begun.get(), Files.size(file)));
          }
        }
      }
    }
    found.sort(Comparator.comparing(GoodBackup::begun).reversed());
    return found;
  }

  /** Returns the time; empty for invalid digits, because the file is not one of Florin's. */
  private static Optional<Instant> time(String digits) {
    try {
      return Optional.of(TIME.parse(digits, Instant::from));
    } catch (DateTimeParseException noTime) {
      return Optional.empty();
    }
  }

  /** Deletes the files that earlier tries left. */
  void prepare() throws IOException {
    Files.createDirectories(path);
    deleteEach(list(true), Files::deleteIfExists);
  }

  Path unverified(Instant begun) {
    return path.resolve("florin-scheduled-" + TIME.format(begun) + ".tar.gz" + UNVERIFIED);
  }

  /** Returns the folder for restore verification. */
  Path scratch() {
    return path.resolve("florin-trial");
  }

  GoodBackup promote(Path unverified, Instant begun) throws IOException {
    String name = String.valueOf(unverified.getFileName());
    Path file = unverified.resolveSibling(name.substring(0, name.length() - UNVERIFIED.length()));
    Files.move(unverified, file, StandardCopyOption.ATOMIC_MOVE);
    return new GoodBackup(file, begun, Files.size(file));
  }

  void deleteAllBut(int kept) throws IOException {
    deleteEach(listGood().stream().skip(kept).toList(), Files::deleteIfExists);
  }

  /** Deletes a file, or throws if it can't be deleted. */
  interface Deletion {
    void delete(Path file) throws IOException;
  }

  /**
   * Deletes the files. A file that can't be deleted keeps neither the others nor the next backup.
   */
  static void deleteEach(List<GoodBackup> excess, Deletion deletion) {
    for (GoodBackup old : excess) {
      try {
        deletion.delete(old.file());
      } catch (IOException failed) {
        LOG.warn(
            "The old backup {} could not be deleted and still takes {} bytes: {}",
            old.file(),
            old.bytes(),
            IoReason.of(failed));
      }
    }
  }
}
