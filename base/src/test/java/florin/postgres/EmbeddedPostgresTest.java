package florin.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import florin.db.PostgresAddress;
import florin.db.ServerCheck;
import florin.db.ServerCheck.Durability;
import florin.db.Sql;
import florin.db.StartFailure;
import florin.db.TestPostgres;
import florin.postgres.FolderLock.DataFolderInUse;
import florin.testing.TakesLong;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Starts real processes and kills them. */
@TakesLong
class EmbeddedPostgresTest {
  /** The factor by which a busy machine is slower. */
  private static final int BUSY = 4;

  /** The limit from kill -9 to the first result: 8 s on an idle machine. */
  private static final Duration RECOVERY_LIMIT = Duration.ofSeconds(8).multipliedBy(BUSY);

  /** The cluster of all tests, because creating one takes a second. Each test stops its process. */
  @SuppressWarnings("NullAway.Init")
  private static Path folder;

  private final String text = "kept for " + UUID.randomUUID();

  @BeforeAll
  static void makeFolder() throws IOException {
    Files.createDirectories(TestPostgres.programs());
    folder = Files.createTempDirectory(TestPostgres.programs(), "data").toRealPath();
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  @AfterAll
  static void deleteFolder() throws IOException {
    Folders.delete(folder);
  }

  private EmbeddedPostgres start(String... overrides) {
    return EmbeddedPostgres.start(folder, Optional.of(TestPostgres.programs()), List.of(overrides));
  }

  private void write(PostgresAddress database) throws SQLException {
    Sql.execute(database, "CREATE TABLE IF NOT EXISTS note (text text)");
    Sql.execute(database, "INSERT INTO note VALUES ('" + text + "')");
  }

  private void assertKept(PostgresAddress database) throws SQLException {
    var written = "SELECT count(*) FROM note WHERE text = '" + text + "'";
    assertThat(Sql.query(database, written)).isEqualTo("1");
  }

  private PidFile pidFile() throws IOException {
    return PidFile.read(cluster()).orElseThrow();
  }

  private Path cluster() {
    return folder.resolve("postgres/data");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "xx", "0", "80", "99999", "123456789012"})
  void a_port_file_without_a_port_counts_as_missing(String text, @TempDir Path data)
      throws Exception {
    var folder = ClusterFolder.create(data);
    Files.writeString(folder.path().resolve("port"), text);

    int port = folder.choosePort();

    assertThat(port).isBetween(20_000, 29_999);
    assertThat(folder.path().resolve("port")).hasContent(Integer.toString(port));
  }

  @Test
  void the_first_start_creates_a_durable_utf8_database_for_this_machine_only() throws Exception {
    try (var postgres = start();
        var connection = postgres.address().connect()) {
      assertThat(ServerCheck.of(connection))
          .isEqualTo(new ServerCheck(18, new Durability(true, true, true)));
      assertThat(postgres.address().ports()).doesNotContain(5432);
      assertThat(Sql.query(postgres.address(), "SHOW listen_addresses")).isEqualTo("127.0.0.1");
      assertThat(Files.getPosixFilePermissions(folder.resolve("postgres/password")))
          .isEqualTo(PosixFilePermissions.fromString("rw-------"));
      assertThatExceptionOfType(SQLException.class)
          .isThrownBy(
              () -> new PostgresAddress(postgres.address().jdbcUrl(), "florin", "guess").connect())
          .withMessageContaining("password authentication failed");
    }
  }

  @Test
  void a_restart_keeps_data_port_and_password_and_close_leaves_no_process() throws Exception {
    PostgresAddress before;
    long pid;
    try (var postgres = start()) {
      before = postgres.address();
      pid = pidFile().pid();
      write(before);
    }
    assertThat(ProcessHandle.of(pid)).isEmpty();
    assertThat(PidFile.read(cluster())).isEmpty();

    var postgres = start();
    assertThat(postgres.address()).isEqualTo(before);
    assertKept(postgres.address());
    postgres.close();
    postgres.close();
    assertThat(postgres.onExit()).succeedsWithin(RECOVERY_LIMIT);
  }

  @Test
  void the_ctrl_c_of_our_terminal_does_not_reach_postgres() throws Exception {
    try (var _ = start()) {
      long pid = pidFile().pid();
      // pid (name) state ppid pgrp session …, see proc(5)
      var stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
      assertThat(stat).startsWith(pid + " (postgres) ");
      assertThat(stat.split(" ")[5]).isEqualTo(Long.toString(pid));
    }
  }

  @Test
  void a_used_port_is_left_to_its_owner() throws Exception {
    int taken;
    try (var postgres = start()) {
      taken = postgres.address().ports().iterator().next();
    }
    try (var _ = new ServerSocket(taken, 1, InetAddress.ofLiteral("127.0.0.1"));
        var postgres = start()) {
      assertThat(postgres.address().ports()).doesNotContain(taken);
      assertThat(Sql.query(postgres.address(), "SELECT 1")).isEqualTo("1");
    }
  }

  @Test
  void a_folder_that_only_its_owner_may_enter_can_hold_data_and_programs() throws Exception {
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
    try (var postgres = EmbeddedPostgres.start(folder)) {
      assertThat(Sql.query(postgres.address(), "SELECT 1")).isEqualTo("1");
    } finally {
      Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
  }

  @Test
  void a_setting_that_postgres_rejects_is_reported_immediately() {
    assertThatExceptionOfType(StartFailure.class)
        .isThrownBy(() -> start("shared_buffers=a_lot"))
        .withMessageContaining("invalid value for parameter \"shared_buffers\"");
    start().close();
  }

  @Test
  void a_second_start_is_rejected_and_a_tool_attaches_instead() throws Exception {
    try (var other = PostgresHolder.start(folder)) {
      assertThatExceptionOfType(DataFolderInUse.class)
          .isThrownBy(this::start)
          .withMessageContainingAll(folder.toString(), "process " + other.pid(), "--data");

      var address = attachWriteAndClose();
      assertKept(address);
    }
    try (var postgres = start()) {
      assertThatExceptionOfType(DataFolderInUse.class)
          .isThrownBy(this::start)
          .withMessageContaining("this process");
      assertKept(postgres.address());
    }
  }

  @Test
  void a_second_start_is_rejected_although_the_file_lock_was_deleted() throws Exception {
    try (var other = PostgresHolder.start(folder)) {
      long pid = pidFile().pid();
      for (int i = 0; i < 2; i++) {
        Files.deleteIfExists(folder.resolve("lock"));

        assertThatExceptionOfType(DataFolderInUse.class)
            .isThrownBy(this::start)
            .withMessageContaining("process " + other.pid());
      }
      assertThat(pidFile().pid()).isEqualTo(pid);
      assertKept(attachWriteAndClose());
    }
    try (var postgres = start()) {
      assertKept(postgres.address());
    }
  }

  private PostgresAddress attachWriteAndClose() throws SQLException {
    try (var attached = EmbeddedPostgres.attach(folder)) {
      assertThat(attached.isOurs()).isFalse();
      write(attached.address());
      return attached.address();
    }
  }

  @Test
  void a_tool_without_a_service_starts_postgres_only_for_its_own_work() throws Exception {
    try (var attached = EmbeddedPostgres.attach(folder)) {
      assertThat(attached.isOurs()).isTrue();
      write(attached.address());
    }
    assertThat(PidFile.read(cluster())).isEmpty();
    try (var postgres = start()) {
      assertKept(postgres.address());
    }
  }

  @Test
  void postgres_stops_when_its_florin_is_killed() throws Exception {
    var other = PostgresHolder.start(folder);
    long pid = pidFile().pid();
    assertThat(pidFile().owner()).isEqualTo(PidFile.PidOwner.POSTGRES);

    other.kill();

    Awaitility.await().until(() -> PidFile.read(cluster()).isEmpty());
    Awaitility.await().until(() -> isGone(pid));
  }

  /** A zombie counts as gone, because only its parent can remove it. */
  private boolean isGone(long pid) throws IOException {
    var owner = new PidFile(cluster(), pid, Instant.EPOCH, "").owner();
    return owner != PidFile.PidOwner.POSTGRES;
  }

  @Test
  void a_start_directly_after_a_kill_finds_all_commits() throws Exception {
    var other = PostgresHolder.start(folder);
    write(address());
    other.kill();
    assertStartsInTime();
  }

  @Test
  void a_killed_florins_postgres_that_hangs_is_stopped_by_force() throws Exception {
    var other = PostgresHolder.start(folder);
    write(address());
    Commands.signal(pidFile().pid(), "STOP");
    other.kill();
    assertStartsInTime();
  }

  @Test
  void a_killed_florin_and_postgres_leave_no_harm() throws Exception {
    var other = PostgresHolder.start(folder);
    write(address());
    Commands.signal(pidFile().pid(), "KILL");
    other.kill();
    assertStartsInTime();
  }

  @Test
  void a_postgres_that_runs_on_without_parent_is_replaced() throws Exception {
    start().close();
    var orphan = startOrphan();
    write(address());
    assertStartsInTime();
    assertThat(orphan.onExit()).succeedsWithin(RECOVERY_LIMIT);
  }

  /**
   * Starts PostgreSQL like {@link EmbeddedPostgres}, but without a notification of its parent's
   * death.
   */
  private Postmaster startOrphan() throws IOException {
    var paths = new ClusterFolder(folder.resolve("postgres"));
    var user = PostgresUser.choose(paths.path(), cluster());
    var program = PostgresBinaries.unpack(TestPostgres.programs()).resolve("bin/postgres");
    var command =
        List.of(
            program.toString(),
            "-D",
            cluster().toString(),
            "-p",
            Integer.toString(paths.choosePort()),
            "-c",
            "unix_socket_directories=");
    var orphaned = user.command(command).stream().filter(word -> !word.contains("pdeathsig"));
    return Postmaster.start(orphaned.toList(), cluster(), paths.log());
  }

  @Test
  void a_pid_file_of_a_dead_a_zombie_or_another_process_is_no_obstacle() throws Exception {
    try (var postgres = start()) {
      write(postgres.address());
    }
    var user = PostgresUser.choose(folder.resolve("postgres"), cluster());
    // The short sleep ends after exec has replaced the shell with the long sleep, which never
    // collects its children.
    var command = user.command(List.of("sh", "-c", "sleep 0.5 & echo $!; exec sleep 60"));
    var parent = new ProcessBuilder(command).start();
    try {
      long zombie = Long.parseLong(parent.inputReader().readLine());
      Awaitility.await().until(() -> ownerOf(zombie) == PidFile.PidOwner.ZOMBIE);
      assertThat(ownerOf(parent.pid())).isEqualTo(PidFile.PidOwner.ANOTHER_PROCESS);
      for (long pid : List.of(deadPid(), zombie, parent.pid())) {
        writePidFile(pid);
        assertStartsInTime();
      }
      assertThat(parent.isAlive()).isTrue();
    } finally {
      parent.destroyForcibly();
    }
  }

  private PidFile.PidOwner ownerOf(long pid) throws IOException {
    return new PidFile(cluster(), pid, Instant.EPOCH, "ready").owner();
  }

  private static long deadPid() throws IOException {
    var process = new ProcessBuilder("true").start();
    process.onExit().join();
    return process.pid();
  }

  private void writePidFile(long pid) throws IOException {
    Files.writeString(
        cluster().resolve("postmaster.pid"),
        pid + "\n" + cluster() + "\n1700000000\n20001\n\n127.0.0.1\n     0     0\nready   \n");
  }

  private PostgresAddress address() throws IOException {
    return new ClusterFolder(folder.resolve("postgres")).address();
  }

  private void assertStartsInTime() throws SQLException {
    var begin = Instant.now();
    try (var postgres = start()) {
      assertKept(postgres.address());
      assertThat(Duration.between(begin, Instant.now())).isLessThan(RECOVERY_LIMIT);
    }
  }
}
