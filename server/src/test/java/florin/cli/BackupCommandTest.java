package florin.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import florin.app.App.Networks;
import florin.cli.Cli.Ran;
import florin.connector.instance.Instance;
import florin.db.Sql;
import florin.db.TestPostgres;
import florin.postgres.EmbeddedPostgres;
import florin.testing.Reply;
import florin.testing.TakesLong;
import florin.testing.TestApp;
import florin.testing.provider.Provider;
import florin.testing.provider.ProviderInstances;
import florin.testing.provider.ProviderKind;
import florin.vault.Keyring;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** `./florin backup` and `restore` for a service that takes payments at a provider meanwhile. */
@TakesLong
@SuppressWarnings("NullAway.Init")
class BackupCommandTest {
  private static final Provider PROVIDER = new Provider();
  private static final Networks NETWORKS =
      new Networks(UnaryOperator.identity(), List.of(new ProviderKind(InstantSource.system())));

  private static Path folder;
  private static EmbeddedPostgres postgres;
  private static TestApp florin;
  private static Path backup;
  private static Ran made;

  /** The times at which payments during the backup were acknowledged. */
  private static final Map<String, Instant> ACKNOWLEDGED = new ConcurrentHashMap<>();

  /** Whether the shop has stopped creating payments. */
  private static final AtomicBoolean CLOSED = new AtomicBoolean();

  private static Reply early;
  private static Reply late;

  @BeforeAll
  static void backUp() throws Exception {
    Files.createDirectories(TestPostgres.programs());
    folder = Files.createTempDirectory(TestPostgres.programs(), "backup").toRealPath();
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    Path data = Files.createDirectory(folder.resolve("data"));
    postgres =
        EmbeddedPostgres.start(data, Optional.of(TestPostgres.programs()), List.of("fsync=off"));
    florin = TestApp.openOn(postgres.address(), data, NETWORKS);
    Instance instance = ProviderInstances.add(florin, PROVIDER, Map.of());
    within()
        .until(() -> {
          early = pay();
          return early.text("/outcome/connector_id").equals(instance.id().text());
        });
    backup = folder.resolve("one.tar.gz");
    Thread shop = Thread.ofVirtual().start(BackupCommandTest::payOn);
    within().until(() -> ACKNOWLEDGED.size() > 3);
    made = Cli.run("backup", backup.toString(), "--data", data.toString());
    CLOSED.set(true);
    shop.join();
    late = pay();
  }

  @AfterAll
  static void close() throws IOException {
    florin.close();
    postgres.close();
    PROVIDER.close();
    new ProcessBuilder("rm", "-rf", folder.toString()).start();
  }

  private static Reply pay() {
    return florin.post(
        "/v2/payments", TestApp.payment(1000, "4242424242424242").replace("usd", "eur"));
  }

  private static void payOn() {
    while (!CLOSED.get()) {
      Reply paid = pay();
      if (paid.status() == 200) {
        ACKNOWLEDGED.put(paid.text("/id"), Instant.now());
      }
    }
  }

  private static String reference(Reply payment) {
    return florin
        .get("/v2/payments/" + payment.text("/id") + "?expand%5B%5D=attempts")
        .text("/attempts/0/id");
  }

  private static Ran restore(Path file, Path target, Path keys) {
    return Cli.run(
        "restore", file.toString(), "--data", target.toString(), "--keys", keys.toString());
  }

  @Test
  void a_restore_has_all_commits_before_the_end_and_lists_later_changes(@TempDir Path temporary)
      throws Exception {
    assertThat(made.err()).isEmpty();
    assertThat(made.code()).isZero();
    assertThat(made.out())
        .contains(
            backup.toString(), florin.keysFile().toAbsolutePath().toString(), "can't be restored");
    Instant moment =
        Instant.parse(made.out().lines().findFirst().orElseThrow().replaceAll(".* ", ""));
    Path target = folder.resolve("restored");

    Ran restored = restore(backup, target, florin.keysFile());

    assertThat(restored.err()).isEmpty();
    assertThat(restored.code()).isZero();
    assertThat(restored.out()).contains("with every commit until " + moment);
    Files.copy(folder.resolve("data/test-keys.env"), target.resolve("test-keys.env"));
    int asked = PROVIDER.requests().size();
    try (EmbeddedPostgres next =
            EmbeddedPostgres.start(
                target, Optional.of(TestPostgres.programs()), List.of("fsync=off"));
        TestApp again = TestApp.openOn(next.address(), target, NETWORKS)) {
      List<String> acknowledged =
          ACKNOWLEDGED.entrySet().stream()
              .filter(payment -> payment.getValue().isBefore(moment))
              .map(Map.Entry::getKey)
              .toList();
      assertThat(acknowledged).isNotEmpty();
      for (String payment : acknowledged) {
        assertThat(again.get("/v2/payments/" + payment).text("/status")).isEqualTo("succeeded");
      }
      assertThat(again.get("/v2/payments/" + late.text("/id")).status()).isEqualTo(404);

      var shown = new ArrayList<String>();
      within()
          .until(() -> {
            shown.clear();
            shown.addAll(
                Cli.run("restore", "--review", "--data", target.toString()).out().lines().toList());
            return shown.stream().anyMatch(line -> line.contains(reference(late)));
          });
      assertThat(shown.getFirst()).startsWith("CREATED ");
      assertThat(shown)
          .filteredOn(line -> line.contains(reference(late)))
          .singleElement()
          .asString()
          .contains("1000 eur", "approved", "https://provider.example/ob_");
      assertThat(shown).noneMatch(line -> line.contains(reference(early)));
      assertThat(again.get("/metrics").body())
          .contains("florin_unknown_provider_objects " + (shown.size() - 1) + ".0");
      assertThat(PROVIDER.requests().subList(asked, PROVIDER.requests().size()))
          .isNotEmpty()
          .allMatch(request -> request.startsWith("GET "));
    }
  }

  @Test
  void with_a_passphrase_it_is_verified_and_restores_its_keys_and_no_other_opens_it(
      @TempDir Path temporary) throws Exception {
    Path passphrase = temporary.resolve("passphrase");
    Files.writeString(passphrase, "correct horse battery staple\n");
    Files.setPosixFilePermissions(passphrase, PosixFilePermissions.fromString("rw-------"));
    Path other = Files.copy(passphrase, temporary.resolve("other"));
    Files.writeString(other, "correct horse battery stable\n");
    Path file = folder.resolve("sealed.tar.gz");
    Path target = folder.resolve("sealed");

    Ran sealed =
        Cli.run(
            "backup",
            file.toString(),
            "--data",
            folder.resolve("data").toString(),
            "--verify",
            "--passphrase-file",
            passphrase.toString());
    Ran wrong = restoreBy(file, target, other);
    Ran withoutKeys = restoreBy(backup, target, passphrase);
    Ran both =
        Cli.run(
            "restore",
            file.toString(),
            "--keys",
            florin.keysFile().toString(),
            "--passphrase-file",
            other.toString());
    Ran right = restoreBy(file, target, passphrase);

    assertThat(sealed.err()).isEmpty();
    assertThat(sealed.out())
        .containsPattern("verification passed: [1-9][0-9,]* rows in [0-9]{2} tables")
        .contains("keep them apart")
        .doesNotContain("can't be restored");
    assertThat(folder.resolve("sealed.tar.gz.trial")).doesNotExist();
    assertThat(wrong.code()).isEqualTo(1);
    assertThat(wrong.err()).contains("not the passphrase").hasLineCount(1);
    assertThat(withoutKeys.err()).contains("created without a passphrase").hasLineCount(1);
    assertThat(both.code()).isEqualTo(2);
    assertThat(right.err()).isEmpty();
    assertThat(right.code()).isZero();
    assertThat(target.resolve("postgres/data")).isDirectory();
    assertThat(Keyring.load(target.resolve("keys")).checkValue())
        .isEqualTo(Keyring.load(florin.keysFile()).checkValue());
  }

  private static Ran restoreBy(Path file, Path target, Path passphrase) {
    return Cli.run(
        "restore",
        file.toString(),
        "--data",
        target.toString(),
        "--passphrase-file",
        passphrase.toString());
  }

  @Test
  void it_contains_no_keys_and_no_machine_specific_files() throws Exception {
    assertThat(Files.getPosixFilePermissions(backup))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
    Process tar = new ProcessBuilder("tar", "tzf", backup.toString()).start();
    List<String> names = tar.inputReader().lines().toList();

    assertThat(tar.waitFor()).isZero();
    assertThat(names)
        .startsWith("florin-backup")
        .endsWith("florin-backup-end")
        .contains("postgres/password", "postgres/data/backup_label", "postgres/data/PG_VERSION")
        .doesNotContain("keys", "postgres/data/postmaster.pid", "test-keys.env")
        .anyMatch(name -> name.startsWith("postgres/data/pg_wal/0"));
    assertThat(Sql.query(postgres.address(), "SELECT count(*) FROM pg_replication_slots"))
        .isEqualTo("0");
  }

  @Test
  void other_keys_or_none_are_rejected_and_nothing_is_left(@TempDir Path temporary)
      throws Exception {
    Path others = temporary.resolve("keys");
    Keyring.loadOrCreate(others, new SecureRandom());
    Path target = temporary.resolve("data");

    Ran other = restore(backup, target, others);
    Ran none = Cli.run("restore", backup.toString(), "--data", target.toString());

    assertThat(other.code()).isEqualTo(1);
    assertThat(other.err()).startsWith("These are not the keys").hasLineCount(1);
    assertThat(none.code()).isEqualTo(1);
    assertThat(none.err()).startsWith("There is no keys file at " + target.resolve("keys"));
    assertNothingIn(target);
  }

  @Test
  void a_truncated_damaged_unrelated_older_or_newer_file_is_rejected_and_nothing_is_left(
      @TempDir Path temporary) throws Exception {
    Path target = temporary.resolve("data");
    byte[] whole = Files.readAllBytes(backup);
    byte[] damaged = whole.clone();
    damaged[whole.length / 8] ^= 1;

    assertRefused(temporary, target, Arrays.copyOf(whole, whole.length / 8), "truncated");
    assertRefused(temporary, target, Arrays.copyOf(whole, whole.length - 4), "can't be restored");
    assertRefused(temporary, target, damaged, "can't be restored");
    assertRefused(temporary, target, new byte[100], "can't be restored");
    assertRefused(temporary, target, archive("a", "b"), "it is not a Florin backup");
    assertRefused(
        temporary,
        target,
        archive(
            "florin-backup",
            "format = 1\nflorin = 9\nbegun = x\nsystem = 1\nschema = 9999\nkeys = x\n"),
        "created by a newer version");
    assertRefused(
        temporary,
        target,
        archive(
            "florin-backup",
            "format = 1\nflorin = 2\nbegun = x\nsystem = 1\nschema = 297\nkeys = x\n"),
        "from before the first release: restore it with the build that created it");
    assertRefused(temporary, target, archive("florin-backup", "format = 2\n"), "newer version");
    assertThat(restore(temporary.resolve("nowhere"), target, florin.keysFile()).err())
        .contains("nowhere: there is no such file");
  }

  private static void assertRefused(Path temporary, Path target, byte[] content, String said)
      throws IOException {
    Path file = Files.write(temporary.resolve("file.tar.gz"), content);

    Ran ran = restore(file, target, florin.keysFile());

    assertThat(ran.code()).isEqualTo(1);
    assertThat(ran.err()).contains(said).hasLineCount(1);
    assertNothingIn(target);
  }

  private static void assertNothingIn(Path target) throws IOException {
    if (Files.exists(target)) {
      try (Stream<Path> files = Files.list(target)) {
        assertThat(files.map(path -> path.getFileName().toString())).isSubsetOf("lock");
      }
    }
  }

  private static byte[] archive(String name, String text) throws IOException {
    var bytes = new java.io.ByteArrayOutputStream();
    try (var tar = new TarArchiveOutputStream(new GZIPOutputStream(bytes))) {
      byte[] content = text.getBytes(StandardCharsets.UTF_8);
      var entry = new TarArchiveEntry(name);
      entry.setSize(content.length);
      tar.putArchiveEntry(entry);
      tar.write(content);
      tar.closeArchiveEntry();
    }
    return bytes.toByteArray();
  }

  @Test
  void a_folder_with_content_is_left_unchanged(@TempDir Path target) throws Exception {
    Files.writeString(target.resolve("mine"), "text");

    Ran ran = restore(backup, target, florin.keysFile());

    assertThat(ran.code()).isEqualTo(1);
    assertThat(ran.err()).contains("is not empty").hasLineCount(1);
    assertThat(target.resolve("mine")).hasContent("text");
    assertThat(target.resolve("postgres")).doesNotExist();
  }

  @Test
  void a_backup_that_fails_or_would_replace_another_leaves_no_file(@TempDir Path temporary)
      throws Exception {
    Path data = folder.resolve("data");
    Path link = data.resolve("postgres/data/base/elsewhere");
    Files.createSymbolicLink(link, temporary);
    Ran failed;
    try {
      failed = Cli.run("backup", temporary.toString(), "--data", data.toString());
    } finally {
      Files.delete(link);
    }
    Ran again = Cli.run("backup", backup.toString(), "--data", data.toString());
    Ran within = Cli.run("backup", data + "/postgres/x.tar.gz", "--data", data.toString());

    assertThat(failed.code()).isEqualTo(1);
    assertThat(failed.err()).contains("lies outside of its folder");
    assertThat(temporary).isEmptyDirectory();
    assertThat(again.err()).contains("There is a file at").hasLineCount(1);
    assertThat(within.err()).contains("does not belong into").hasLineCount(1);
  }

  @Test
  void another_server_is_backed_up_with_its_own_tools() {
    var environment = Map.of("FLORIN_DATABASE_URL", florin.database().url());

    for (String command : List.of("backup", "restore")) {
      Ran ran = Cli.run(environment, command, "x.tar.gz");

      assertThat(ran.code()).isEqualTo(2);
      assertThat(ran.err()).contains("pg_basebackup").hasLineCount(1);
    }
  }

  private static ConditionFactory within() {
    return await().pollInterval(Duration.ofMillis(50)).atMost(Duration.ofSeconds(60));
  }
}
