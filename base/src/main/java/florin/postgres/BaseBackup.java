package florin.postgres;

import florin.db.Db;
import florin.db.PostgresAddress;
import florin.db.StartFailure;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * A copy of a running cluster, as PostgreSQL's documentation describes ("Making a Base Backup Using
 * the Low Level API"). It copies the files between `pg_backup_start` and `pg_backup_stop`, even
 * while they change, and the write-ahead log of that period, which makes them consistent. One
 * connection begins and ends the backup, and retains the log's files with a slot that ends with the
 * connection.
 */
public final class BaseBackup {
  private static final String FOLDER = "postgres/";
  private static final String CLUSTER = FOLDER + "data/";
  private static final String CONTROL_FILE = "global/pg_control";
  private static final String LOG = "pg_wal";
  private static final int BUFFER = 1 << 16;

  /** Folders whose contents belong to the running server only; the copies must exist, but empty. */
  private static final Set<String> EMPTY_FOLDERS =
      Set.of(
          LOG,
          "pg_dynshmem",
          "pg_notify",
          "pg_replslot",
          "pg_serial",
          "pg_snapshots",
          "pg_stat_tmp",
          "pg_subtrans");

  private static final Set<String> LEFT_OUT =
      Set.of(
          "postmaster.pid",
          "postmaster.opts",
          "backup_label",
          "backup_label.old",
          "tablespace_map",
          "tablespace_map.old",
          "backup_manifest",
          "current_logfiles.tmp",
          "postgresql.auto.conf.tmp");

  private static final String KEEP_LOG =
      """
      SELECT pg_create_physical_replication_slot('florin_backup_' || pg_backend_pid(), true, true) IS NOT NULL AS kept
      """;

  private static final String START =
      """
      SELECT pg_backup_start('florin backup', true)::text AS position
      """;

  /** Read before the end: everything committed by then is in the backup. */
  private static final String NOW =
      """
      SELECT clock_timestamp() AS now
      """;

  private static final String STOP =
      """
      SELECT lsn::text AS position, labelfile, spcmapfile
        FROM pg_backup_stop(false)
      """;

  private static final String LOG_FILES =
      """
      WITH backup AS (
        SELECT ?::pg_lsn AS first, ?::pg_lsn - 1 AS last, pg_size_bytes(current_setting('wal_segment_size')) AS size
      )
      SELECT file.name,
             div(b.last - '0/0'::pg_lsn, b.size) - div(b.first - '0/0'::pg_lsn, b.size) + 1 AS files
        FROM backup b, pg_ls_waldir() AS file
       WHERE file.name ~ '^[0-9A-F]{24}$'
         AND file.name BETWEEN pg_walfile_name(b.first) AND pg_walfile_name(b.last)
       ORDER BY file.name
      """;

  private final Path cluster;
  private final TarArchiveOutputStream archive;

  private BaseBackup(Path cluster, TarArchiveOutputStream archive) {
    this.cluster = cluster;
    this.archive = archive;
  }

  private record BackupEnd(String position, String label, String tablespaces) {}

  private record LogFile(String name, long files) {}

  /**
   * Appends the cluster of a data folder, and the password of its user, to an archive.
   *
   * @param database the server of this cluster
   * @return the time until which everything committed is included
   */
  public static Instant write(
      Path dataFolder, PostgresAddress database, TarArchiveOutputStream archive)
      throws IOException {
    var folder = new ClusterFolder(dataFolder.toRealPath().resolve("postgres"));
    var backup = new BaseBackup(folder.cluster(), archive);
    backup.add(FOLDER + "password", folder.password() + "\n");
    try (Connection connection = database.connect()) {
      return backup.write(connection);
    } catch (SQLException failed) {
      throw new StartFailure("PostgreSQL rejected the backup: " + failed, failed);
    }
  }

  private Instant write(Connection connection) throws SQLException, IOException {
    Db.query(connection, KEEP_LOG, row -> row.getBoolean("kept"));
    String start = Db.query(connection, START, row -> row.getString("position")).getFirst();
    Files.walkFileTree(cluster, new Copying());
    byte[] control =
        readWhole(cluster.resolve(CONTROL_FILE)); // last, as PostgreSQL's documentation requires
    Instant moment = Db.query(connection, NOW, row -> Db.getInstant(row, "now")).getFirst();
    BackupEnd end =
        Db.query(
                connection,
                STOP,
                row ->
                    new BackupEnd(
                        row.getString("position"),
                        row.getString("labelfile"),
                        row.getString("spcmapfile")))
            .getFirst();
    add(CLUSTER + CONTROL_FILE, control);
    add(CLUSTER + "backup_label", end.label());
    if (!end.tablespaces().isBlank()) {
      throw elsewhere();
    }
    writeLog(connection, start, end.position());
    return moment;
  }

  /** Writes the log; the end of the backup closed the last of its files. */
  private void writeLog(Connection connection, String start, String end)
      throws SQLException, IOException {
    List<LogFile> files =
        Db.query(
            connection,
            LOG_FILES,
            row -> new LogFile(row.getString("name"), row.getLong("files")),
            start,
            end);
    if (files.isEmpty() || files.size() != files.getFirst().files()) {
      throw new IOException("PostgreSQL has deleted part of its log since the backup started");
    }
    for (LogFile file : files) {
      copy(cluster.resolve(LOG).resolve(file.name()), LOG + "/" + file.name());
    }
  }

  /**
   * Copies files that appear, grow, shrink and vanish during the copy: the log restores their
   * state.
   */
  private final class Copying extends SimpleFileVisitor<Path> {
    @Override
    public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes)
        throws IOException {
      String name = cluster.relativize(folder).toString();
      String last = String.valueOf(folder.getFileName());
      if (last.startsWith("pgsql_tmp")) {
        return FileVisitResult.SKIP_SUBTREE;
      }
      addFolder(name);
      return EMPTY_FOLDERS.contains(name) ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      String name = cluster.relativize(file).toString();
      String last = String.valueOf(file.getFileName());
      boolean leftOut =
          LEFT_OUT.contains(name)
              || name.equals(CONTROL_FILE)
              || last.startsWith("pgsql_tmp")
              || last.startsWith("pg_internal.init");
      if (name.equals(LOG)) { // a link, if the operator has moved it to another disk
        addFolder(name);
      } else if (attributes.isSymbolicLink()) {
        throw elsewhere();
      } else if (attributes.isRegularFile() && !leftOut) {
        copyUnlessGone(file, name);
      }
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException failed) throws IOException {
      return unlessGone(failed);
    }

    @Override
    public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException failed)
        throws IOException {
      return failed == null ? FileVisitResult.CONTINUE : unlessGone(failed);
    }

    private static FileVisitResult unlessGone(IOException failed) throws IOException {
      if (failed instanceof NoSuchFileException) {
        return FileVisitResult.CONTINUE;
      }
      throw failed;
    }
  }

  private void addFolder(String name) throws IOException {
    archive.putArchiveEntry(new TarArchiveEntry(CLUSTER + name + "/"));
    archive.closeArchiveEntry();
    if (name.equals(LOG)) {
      addFolder(LOG + "/archive_status");
    }
  }

  private void copyUnlessGone(Path file, String name) throws IOException {
    try {
      copy(file, name);
    } catch (NoSuchFileException gone) {
      // The table was dropped since the folder was read.
    }
  }

  /** Copies a file with the length it had when it was opened. */
  private void copy(Path file, String name) throws IOException {
    try (var channel = FileChannel.open(file)) {
      var entry = new TarArchiveEntry(CLUSTER + name);
      entry.setSize(channel.size());
      archive.putArchiveEntry(entry);
      copy(Channels.newInputStream(channel), entry.getSize());
      archive.closeArchiveEntry();
    }
  }

  private void copy(InputStream in, long size) throws IOException {
    var buffer = new byte[BUFFER];
    long left = size;
    while (left > 0) {
      int wanted = (int) Math.min(buffer.length, left);
      int read = in.readNBytes(buffer, 0, wanted);
      Arrays.fill(buffer, read, wanted, (byte) 0); // it has shrunk since
      archive.write(buffer, 0, wanted);
      left -= wanted;
    }
  }

  /** Reads a file that is overwritten in place: two equal reads mean that it was complete. */
  private static byte[] readWhole(Path file) throws IOException {
    byte[] before = Files.readAllBytes(file);
    for (int i = 0; i < 100; i++) {
      byte[] now = Files.readAllBytes(file);
      if (Arrays.equals(before, now)) {
        return now;
      }
      before = now;
    }
    throw new IOException(file + " changes all the time");
  }

  private void add(String name, String text) throws IOException {
    add(name, text.getBytes(StandardCharsets.UTF_8));
  }

  private void add(String name, byte[] content) throws IOException {
    var entry = new TarArchiveEntry(name);
    entry.setSize(content.length);
    archive.putArchiveEntry(entry);
    archive.write(content);
    archive.closeArchiveEntry();
  }

  private static StartFailure elsewhere() {
    return new StartFailure(
        "A part of the database lies outside of its folder (a tablespace or a link). Back it up with your own tools, such as pg_basebackup.");
  }
}
