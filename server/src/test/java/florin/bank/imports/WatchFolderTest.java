package florin.bank.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import florin.core.Id.ReceivingAccountId;
import florin.core.Mode;
import florin.core.Realm;
import florin.db.DatabaseUnavailableException;
import florin.payment.execution.CrashPoint;
import florin.testing.BankShop;
import florin.testing.BankShop.Waiting;
import florin.testing.BankStatementText;
import florin.testing.BankStatementText.Line;
import florin.testing.Mt940Text;
import florin.testing.Records;
import florin.testing.TestApp;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The folder for statements: each file is imported once, and an invalid file blocks no other. */
class WatchFolderTest {
  private static final ReceivingAccountId FIRST = new ReceivingAccountId(new UUID(1, 1));
  private static final ReceivingAccountId SECOND = new ReceivingAccountId(new UUID(1, 2));

  @TempDir private Path folder;
  private Instant now = Instant.parse("2026-11-24T08:00:00Z");
  private boolean isDatabaseAway;
  private final List<String> imported = new ArrayList<>();

  private AccountFolders folders() {
    return new AccountFolders(
        folder,
        _ -> Optional.of(Realm.of(1, Mode.TEST)),
        this::take,
        this::requireDatabase,
        () -> now);
  }

  private void requireDatabase() {
    if (isDatabaseAway) {
      throw new DatabaseUnavailableException("away", null);
    }
  }

  /** Imports files that contain "good" and rejects all others. */
  private void take(Realm realm, ReceivingAccountId account, Path file) {
    requireDatabase();
    try {
      switch (Files.readString(file)) {
        case "good" -> imported.add(account + "/" + file.getFileName());
        case "unreadable" -> throw new UncheckedIOException(new IOException("permission denied"));
        case "slow" -> throw new DatabaseUnavailableException("query canceled", null);
        case "bug" -> throw new ArithmeticException("overflow");
        default -> throw StatementRefusals.noFormat();
      }
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private Path put(ReceivingAccountId account, String name, String content) throws IOException {
    Path sub = Files.createDirectories(folder.resolve(account.text()));
    return Files.writeString(sub.resolve(name), content);
  }

  private void rounds(AccountFolders folders, int count) throws IOException {
    for (int i = 0; i < count; i++) {
      now = now.plus(WatchFolder.PAUSE);
      folders.round();
    }
  }

  private void resolve(AccountFolders folders) throws IOException {
    rounds(folders, 2);
    now = now.plus(AccountFolders.STILL_WRITTEN);
    rounds(folders, 2);
  }

  @Test
  void a_fault_of_one_file_stays_that_file_s() throws IOException {
    Path sub = folder.resolve(FIRST.text());
    put(FIRST, "a".repeat(241) + ".xml", "bad");
    put(FIRST, "failed", "bad");
    put(FIRST, "done", "good");
    put(FIRST, "m-unreadable", "unreadable");
    put(FIRST, "n-bug", "bug");
    put(FIRST, "z-good", "good");
    Files.createDirectory(sub.resolve("folder"));
    Files.createSymbolicLink(sub.resolve("dangling"), sub.resolve("nowhere"));
    Files.createSymbolicLink(
        sub.resolve("foreign"), Files.writeString(folder.resolve("elsewhere"), "good"));
    put(SECOND, "good", "good");
    AccountFolders folders = folders();

    resolve(folders);

    assertThat(imported)
        .containsExactlyInAnyOrder(FIRST + "/1-done", FIRST + "/z-good", SECOND + "/good");
    assertThat(names(sub.resolve("done"))).containsExactlyInAnyOrder("1-done", "z-good");
    assertThat(names(sub.resolve("failed")))
        .containsExactlyInAnyOrder(
            "a".repeat(230), "a".repeat(230) + ".reason.txt", "1-failed", "1-failed.reason.txt");
    assertThat(names(sub))
        .contains("m-unreadable", "n-bug", "folder", "dangling", "foreign", "done", "failed");
    assertThat(folders.listRefused()).containsExactly(FIRST);
  }

  @Test
  void a_stuck_entry_raises_the_alert_until_it_is_removed() throws IOException {
    Path entry = put(FIRST, "n-bug", "bug");
    AccountFolders folders = folders();

    resolve(folders);
    assertThat(folders.listRefused()).containsExactly(FIRST);
    Files.delete(entry);
    rounds(folders, 1);

    assertThat(folders.listRefused()).isEmpty();
  }

  @Test
  void an_account_with_an_invalid_folder_blocks_no_other() throws IOException {
    Files.writeString(folder.resolve(FIRST.text()), "a file");
    put(SECOND, "good", "good");
    AccountFolders folders = folders();

    rounds(folders, 2);

    assertThat(imported).containsExactly(SECOND + "/good");
    assertThat(folders.listRefused()).containsExactly(FIRST);
  }

  @Test
  void a_file_during_its_upload_is_tried_again() throws IOException {
    put(FIRST, "slow.xml", "go");
    AccountFolders folders = folders();

    rounds(folders, 5);
    assertThat(folders.listRefused()).isEmpty();
    put(FIRST, "slow.xml", "good");
    rounds(folders, 2);

    assertThat(imported).containsExactly(FIRST + "/slow.xml");
    assertThat(names(folder.resolve(FIRST.text()))).containsExactly("done");
  }

  @Test
  void stuck_files_use_no_slots_of_others() throws IOException {
    for (int i = 0; i < 2 * AccountFolders.MAX_FILES; i++) {
      put(FIRST, "bug-%03d".formatted(i), "bug");
    }
    put(FIRST, "zz-good", "good");
    AccountFolders folders = folders();

    rounds(folders, 8);

    assertThat(imported).containsExactly(FIRST + "/zz-good");
  }

  @Test
  void no_file_is_at_fault_while_the_database_is_away() throws IOException {
    put(FIRST, "good", "good");
    put(SECOND, "good", "good");
    AccountFolders folders = folders();
    rounds(folders, 1);
    isDatabaseAway = true;

    assertThatThrownBy(() -> rounds(folders, 1)).isInstanceOf(DatabaseUnavailableException.class);
    assertThat(folders.listRefused()).isEmpty();
    isDatabaseAway = false;
    rounds(folders, 1);

    assertThat(imported).containsExactly(FIRST + "/good", SECOND + "/good");
  }

  @Test
  void a_file_whose_queries_always_fail_blocks_no_other() throws IOException {
    put(FIRST, "a-slow", "slow");
    put(FIRST, "good", "good");
    put(SECOND, "good", "good");
    AccountFolders folders = folders();

    rounds(folders, 2);

    assertThat(imported).containsExactly(FIRST + "/good", SECOND + "/good");
    assertThat(folders.listRefused()).containsExactly(FIRST);
  }

  private static List<String> names(Path of) throws IOException {
    try (var files = Files.list(of)) {
      return files.map(file -> file.getFileName().toString()).toList();
    }
  }

  @Test
  void a_file_is_imported_once_even_if_it_names_an_older_account_number() throws IOException {
    try (TestApp florin =
        TestApp.open(
            CrashPoint.NONE, usual -> Records.with(usual, "bankFolder", Optional.of(folder)))) {
      Waiting payment = new BankShop(florin).ask(500);
      String account =
          new ReceivingAccountId(
                  UUID.fromString(
                      florin.query("SELECT id::text FROM receiving_account").getFirst()))
              .text();
      UUID swift = UUID.randomUUID();
      florin.update(
          "INSERT INTO receiving_account (realm_id, id, version, status, iban, holder, currency, statement_format, created_at)"
              + " VALUES (?, ?, 1, 'disabled', 'NL91ABNA0417164300', 'Shop GmbH', 'eur', 'mt940', now())",
          florin.realm().id(),
          swift);
      Path sub = Files.createDirectories(folder.resolve(account));
      Path old = put(new ReceivingAccountId(swift), "old.sta", Mt940Text.of("417164300", "1"));

      Files.writeString(
          sub.resolve("good.xml"),
          new BankStatementText(
                  "W-1", payment.iban(), 0, List.of(Line.credit(500, "W1", payment.reference())))
              .xml(),
          StandardCharsets.UTF_8);

      await()
          .atMost(Duration.ofSeconds(30))
          .until(() ->
              Files.exists(sub.resolve("done/good.xml"))
                  && Files.exists(old.resolveSibling("done/old.sta")));
      await()
          .atMost(Duration.ofSeconds(20))
          .until(
              () -> florin.get("/v2/payments/" + payment.id()).text("/status").equals("succeeded"));
    }
  }
}
