package florin.cli;

import static org.assertj.core.api.Assertions.assertThat;

import florin.cli.Cli.Ran;
import florin.doctor.Doctor;
import florin.doctor.DoctorFinding;
import florin.doctor.DoctorFinding.Grade;
import florin.doctor.DoctorReport;
import florin.http.Json;
import florin.payment.execution.CrashPoint;
import florin.testing.Records;
import florin.testing.SelfSigned;
import florin.testing.TestApp;
import florin.vault.Keyring;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/**
 * `./florin doctor`. Each test breaks one thing and expects the finding for it. The fill levels of
 * this machine's disk and this JVM's heap are unknown, so their checks may pass or warn.
 */
@TestInstance(Lifecycle.PER_CLASS)
class DoctorCommandTest {
  private static final SecureRandom RANDOM = new SecureRandom();

  @TempDir private Path temporary;
  private TestApp florin;
  private Path data;

  @BeforeAll
  void start() {
    florin = TestApp.open(CrashPoint.NONE);
    data = florin.keysFile().resolveSibling("");
  }

  @AfterAll
  void stop() {
    florin.close();
  }

  @BeforeEach
  void mend() {
    florin.update("DELETE FROM alert");
    florin.update("DELETE FROM connector_exchange");
    florin.update("DELETE FROM connector");
    florin.update("DELETE FROM webhook_endpoint");
    florin.update("DELETE FROM api_key WHERE name = 'live'");
  }

  private Map<String, String> environment(String... more) {
    var environment = new HashMap<>(Cli.environment(florin));
    for (int i = 0; i < more.length; i += 2) {
      environment.put(more[i], more[i + 1]);
    }
    return environment;
  }

  private DoctorReport examine(String... more) {
    return Doctor.examine(data, environment(more), InstantSource.system());
  }

  /** Examines a folder without Florin, and an existing database. */
  private DoctorReport examineEmpty(String... settings) throws IOException {
    var environment = new HashMap<String, String>();
    for (int i = 0; i < settings.length; i += 2) {
      environment.put(settings[i], settings[i + 1]);
    }
    return Doctor.examine(
        Files.createDirectories(temporary.resolve("empty")), environment, InstantSource.system());
  }

  private static void assertFound(DoctorReport report, Grade grade, String subject, String words) {
    assertThat(report.findings())
        .as(report.text())
        .filteredOn(found -> found.subject().equals(subject) && found.grade() == grade)
        .extracting(found -> found.words() + " → " + found.remedy())
        .anySatisfy(text -> assertThat(text).contains(words));
  }

  private static void assertServiceIsReady(DoctorReport report) {
    assertThat(report.findings())
        .as(report.text())
        .filteredOn(found -> found.subject().equals("service"))
        .singleElement()
        .satisfies(found -> assertThat(found.words()).contains("is ready"));
  }

  private static List<Grade> grades(DoctorReport report, String subject) {
    return report.findings().stream()
        .filter(found -> found.subject().equals(subject))
        .map(DoctorFinding::grade)
        .toList();
  }

  @Test
  void a_running_service_is_checked_with_output_that_programs_can_read() {
    Ran page = Cli.run(environment(), "doctor", "--data", data.toString());
    Ran json = Cli.run(environment(), "doctor", "--data", data.toString(), "--json");

    assertThat(page.err()).isEmpty();
    assertThat(page.out())
        .containsPattern("(?m)^ok +configuration +[0-9]+ settings are valid")
        .containsPattern("(?m)^(ok|look) +service +The service at http://127.0.0.1:[0-9]+ is ready")
        .containsPattern("(?m)^ok +schema +Version [0-9]+")
        .containsPattern("(?m)^ok +keys +.*vault.1 is current, of 1")
        .containsPattern("(?m)^ok +clock ")
        .containsPattern("(?m)^(ok|look) +disk +[0-9,]+ of [0-9,]+ MB are free")
        .containsPattern("(?m)^ok +connectors ")
        .containsPattern("(?m)^ok +endpoints ")
        .containsPattern("(?m)^ok +bank accounts ")
        .containsPattern("(?m)^ok +alerts ")
        .containsPattern("(?m)^not seen +backups ")
        .containsPattern("(?m)^look +database +.*a power loss can lose payments")
        .containsPattern("(?m)^ +→ Switch on: fsync")
        .containsPattern("[1-3] warnings, 0 wrong, 1 not checked\\.\n$");
    assertThat(page.code()).isEqualTo(3);
    Map<String, Object> report = Json.readObject(json.out());
    assertThat(json.code()).isEqualTo(3);
    assertThat(report.get("grade")).isEqualTo("look");
    assertThat(report.get("findings"))
        .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.list(Object.class))
        .hasSizeGreaterThan(12);
  }

  @Test
  void a_terminal_shows_problems_in_full_and_the_number_of_the_passed_checks() {
    String[] doctor = {"doctor", "--data", data.toString()};

    String page = Cli.show(100, environment(), doctor).out();
    String all = Cli.show(100, environment(), "doctor", "--data", data.toString(), "--all").out();

    assertThat(page)
        .containsPattern("(?m)^! database +.*a power loss can lose payments")
        .containsPattern("(?m)^ +→ Switch on: fsync")
        .containsPattern("(?m)^– backups +")
        .containsPattern(
            "\n✓ [0-9]+ checks passed \\(--all lists them\\), [1-3] warnings, 0 wrong, 1 not checked\\.\n$")
        .doesNotContain("✓ schema");
    assertThat(all).containsPattern("(?m)^✓ schema +Version [0-9]+").doesNotContain("--all");
  }

  @Test
  void help_lists_every_exit_code() {
    assertThat(Cli.run("doctor", "--help").out())
        .containsPattern("(?m)^ +0 +All checks passed\\.$")
        .containsPattern("(?m)^ +3 +Warnings\\.$")
        .containsPattern("(?m)^ +4 +Something is wrong\\.$");
  }

  @Test
  void unusable_settings_are_errors_and_unknown_ones_are_warnings() {
    DoctorReport wrong = examine("FLORIN_RATELIMIT", "1");
    DoctorReport unknown = examine("FLORIN_SPEED", "1");
    DoctorReport address = examine("FLORIN_DATABASE_URL", "mysql://me:hush@host/florin");

    assertFound(wrong, Grade.WRONG, "configuration", "FLORIN_RATE_LIMIT was probably meant");
    assertFound(wrong, Grade.UNSEEN, "other checks", "");
    assertThat(wrong.exitCode()).isEqualTo(4);
    assertFound(unknown, Grade.LOOK, "configuration", "FLORIN_SPEED");
    assertThat(unknown.exitCode()).isEqualTo(3);
    assertFound(address, Grade.WRONG, "configuration", "FLORIN_DATABASE_URL");
    assertThat(address.text()).doesNotContain("hush");
  }

  @Test
  void missing_exposed_or_mismatched_keys_are_errors() throws Exception {
    Path open = Files.copy(florin.keysFile(), temporary.resolve("open"));
    Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rw-r--r--"));
    Path other = temporary.resolve("other");
    Keyring.loadOrCreate(other, RANDOM);
    Path begun = temporary.resolve("begun");
    Keyring.load(florin.keysFile()).withNewEnvelopeKey(RANDOM).save(begun);
    Files.writeString(
        begun, Files.readString(begun).replace("vault.current = 2", "vault.current = 1"));

    assertFound(
        examine("FLORIN_KEYS_FILE", temporary + "/none"), Grade.WRONG, "keys", "no keys file");
    assertFound(examine("FLORIN_KEYS_FILE", open.toString()), Grade.WRONG, "keys", "chmod 600");
    assertFound(examine("FLORIN_KEYS_FILE", other.toString()), Grade.WRONG, "keys", "not the keys");
    DoctorReport rotation = examine("FLORIN_KEYS_FILE", begun.toString());
    assertFound(rotation, Grade.LOOK, "keys", "vault rotate again");
    Files.readAllLines(florin.keysFile()).stream()
        .filter(line -> line.startsWith("mac"))
        .forEach(line -> assertThat(rotation.text()).doesNotContain(line.substring(6)));
  }

  @Test
  void an_older_or_newer_schema_is_reported_and_the_database_is_not_checked_further() {
    List<String> newest = florin.query("SELECT max(version::int)::text FROM flyway_schema_history");
    florin.update(
        "UPDATE flyway_schema_history SET version = '9999' WHERE version = ?", newest.getFirst());
    try {
      DoctorReport later = examine();
      assertFound(later, Grade.WRONG, "schema", "Version 9999");
      assertThat(grades(later, "connectors")).isEmpty();
      assertFound(later, Grade.UNSEEN, "other checks", "schema of another version");
      florin.update("UPDATE flyway_schema_history SET success = false WHERE version = '9999'");
      assertFound(examine(), Grade.LOOK, "schema", "The next start migrates the schema");
    } finally {
      florin.update(
          "UPDATE flyway_schema_history SET version = ?, success = true WHERE version = '9999'",
          newest.getFirst());
    }
    florin.update("UPDATE flyway_schema_history SET version = (version::int - 100)::text");
    try {
      assertFound(examine(), Grade.WRONG, "schema", "from before the first release");
    } finally {
      florin.update("UPDATE flyway_schema_history SET version = (version::int + 100)::text");
    }
    assertThat(grades(examine(), "schema")).containsExactly(Grade.OK);
  }

  @Test
  void an_unreachable_database_is_an_error_and_the_machine_is_still_checked() {
    DoctorReport report =
        examine("FLORIN_DATABASE_URL", "postgres://florin:hush@127.0.0.1:1/florin");

    assertFound(report, Grade.WRONG, "database", "Florin can't connect");
    assertThat(report.text()).doesNotContain("hush");
    assertThat(report.text()).contains("MB are free for the data folder");
    assertServiceIsReady(report);
    assertFound(report, Grade.OK, "keys", "were not compared");
    assertFound(report, Grade.UNSEEN, "other checks", "can't be checked without the database");
    assertThat(report.exitCode()).isEqualTo(4);
  }

  @Test
  void with_live_keys_lost_durability_is_an_error_and_missing_mail_is_reported() {
    assertFound(
        examine(),
        Grade.OK,
        "mail",
        "FLORIN_SMTP_URL is not set in the environment of this command");
    florin.update(
        """
        INSERT INTO api_key (id, realm_id, kind, name, hash, last4, created_at)
        VALUES (gen_random_uuid(), 3, 'secret', 'live', sha256('live'), 'live', now())
        """);

    DoctorReport report = examine();

    assertFound(report, Grade.WRONG, "database", "can lose live payments");
    assertFound(report, Grade.LOOK, "mail", "FLORIN_SMTP_URL");
    assertFound(report, Grade.LOOK, "connectors", "no connector is enabled for live");
  }

  @Test
  void a_wrong_clock_is_reported() {
    DoctorReport off = Doctor.examine(data, environment(), () -> Instant.now().plusSeconds(2));
    DoctorReport drifting =
        Doctor.examine(data, environment(), () -> Instant.now().plusMillis(600));

    assertFound(off, Grade.WRONG, "clock", "accepts no work");
    assertFound(drifting, Grade.LOOK, "clock", "time servers");
  }

  @Test
  void a_nearly_full_disk_and_a_folder_without_a_florin_are_reported() throws Exception {
    DoctorReport empty = examineEmpty("FLORIN_DISK_FREE", "1000000");

    assertFound(empty, Grade.WRONG, "disk", "Florin starts no new payment");
    assertFound(empty, Grade.WRONG, "database", "There is no Florin data in");
    assertFound(empty, Grade.LOOK, "service", "No service has run");
    assertThat(temporary.resolve("empty")).isEmptyDirectory();
  }

  @Test
  void a_service_that_is_not_ready_or_stopped_or_another_program_is_reported() throws Exception {
    Path address = data.resolve("address");
    String usual = Files.readString(address);
    try (TestApp scarce =
        florin.openAnotherNodeWith(it ->
            Records.with(
                Records.with(it, "database", Optional.empty()), "leastDiskFree", 1L << 60))) {
      assertThat(scarce.get("/readyz").status()).isEqualTo(503);
      assertFound(examine(), Grade.WRONG, "service", "not ready: disk");
    }
    try {
      assertFound(examine(), Grade.LOOK, "service", "No service responds at");
    } finally {
      Files.writeString(address, usual);
    }
    assertServiceIsReady(examine());
  }

  @Test
  void failing_connectors_failing_endpoints_and_alerts_are_reported() {
    florin.update(
        """
        INSERT INTO connector (realm_id, id, version, kind, name, live, status, settings, webhook_token, created_at)
        VALUES (2, '019b0000-0000-7000-8000-000000000001', 1, 'stripe', 'Main', false, 'enabled', '{}', 'token-hush', now())
        """);
    assertFound(examine(), Grade.LOOK, "connectors", "not checked since the last change");
    check("FAILED");
    assertFound(examine(), Grade.LOOK, "connectors", "the last check failed");
    check("PASSED");
    assertFound(examine(), Grade.OK, "connectors", "no calls in the last day");
    florin.update(
        """
        INSERT INTO connector_exchange (realm_id, attempt_id, number, connector_id, operation, step, sent_at)
        VALUES (2, 'ffffffff-0000-7000-8000-000000000001', 1, '019b0000-0000-7000-8000-000000000001', 'authorize', 'charge', now())
        """);
    florin.update(
        """
        INSERT INTO alert (realm_id, kind, subject, raised_at, seen_at)
        VALUES (2, 'circuit_open', 'cn_x', now(), now())
        """);
    florin.post("/v2/webhook_endpoints", "{\"url\": \"http://127.0.0.1:9/hook\"}");
    florin.update("UPDATE webhook_endpoint SET failing_since = now(), failures = 3");

    DoctorReport report = examine();

    assertFound(
        report, Grade.WRONG, "connectors", "none of 1 calls in the last day got a response");
    assertFound(report, Grade.LOOK, "alerts", "circuit_open of cn_x (test)");
    assertFound(report, Grade.LOOK, "endpoints", "1 of them failing");
    assertThat(report.text()).doesNotContain("hush");
    florin.update("UPDATE webhook_endpoint SET status = 'disabled', disabled_reason = 'gone'");
    assertFound(examine(), Grade.LOOK, "endpoints", "1 disabled after failures");
    florin.update("UPDATE connector_exchange SET answered_at = now()");
    assertFound(examine(), Grade.OK, "connectors", "1 of 1 calls in the last day got a response");
  }

  private void check(String result) {
    florin.update(
        "UPDATE connector SET checked_at = now(), check_result = ?::jsonb",
        "{\"steps\": [{\"title\": \"The key\", \"result\": \""
            + result
            + "\", \"detail\": \"\"}]}");
  }

  @Test
  void statement_gaps_and_an_inaccessible_folder_are_reported() {
    String account = florin.post("/v2/receiving_accounts", TestApp.ACCOUNT).text("/id");
    assertFound(examine(), Grade.OK, "bank accounts", account + " (gbp, test): no statement yet");
    florin.update(
        """
        INSERT INTO bank_statement (realm_id, id, file_id, receiving_account_id, status, format, bank_reference,
                                    currency, stated_on, entries, duplicates, credits, debits, gap, created_at)
        SELECT realm_id, gen_random_uuid(), gen_random_uuid(), id, 'booked', 'camt.053', '1', 'gbp', '2026-11-20', 0, 0, 0, 0, true, now()
          FROM receiving_account
        """);

    DoctorReport report = examine("FLORIN_BANK_FOLDER", temporary + "/none");

    assertFound(report, Grade.LOOK, "bank accounts", "A statement is missing");
    assertFound(report, Grade.WRONG, "bank folder", "there is no such file or folder");
    assertFound(
        examine("FLORIN_BANK_FOLDER", temporary.toString()), Grade.OK, "bank folder", "0 accounts");
    florin.update("DELETE FROM bank_statement");
  }

  @Test
  void missing_old_or_bad_backups_are_reported() throws Exception {
    Path folder = Files.createDirectory(temporary.resolve("backups"));
    Path passphrase = Files.writeString(temporary.resolve("passphrase"), "short");

    assertFound(examineEmpty(), Grade.OK, "backups", "before the first live payment");
    assertFound(backups(folder), Grade.LOOK, "backups", "no verified backup");
    backup(folder, Duration.ofHours(49), "");
    assertFound(backups(folder), Grade.WRONG, "backups", "too old");
    backup(folder, Duration.ofHours(2), "");
    assertFound(backups(folder), Grade.OK, "backups", "The last verified backup is 2 h old");
    backup(folder, Duration.ofHours(1), ".unverified");
    assertFound(backups(folder), Grade.LOOK, "backups", "a later backup failed");
    assertFound(
        examineEmpty(
            "FLORIN_BACKUP_FOLDER",
            folder.toString(),
            "FLORIN_BACKUP_PASSPHRASE_FILE",
            passphrase.toString()),
        Grade.WRONG,
        "backups",
        "passphrase");
  }

  private DoctorReport backups(Path folder) throws IOException {
    return examineEmpty("FLORIN_BACKUP_FOLDER", folder.toString());
  }

  private static void backup(Path folder, Duration age, String end) throws IOException {
    String time =
        DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'")
            .withZone(ZoneOffset.UTC)
            .format(Instant.now().minus(age));
    Files.createFile(folder.resolve("florin-scheduled-" + time + ".tar.gz" + end));
  }

  @Test
  void an_unreachable_mail_server_and_an_expiring_certificate_are_reported() throws Exception {
    // The certificate is valid for two days.
    SelfSigned.Pem tls = SelfSigned.of("EC", "localhost").writePem(temporary);
    DoctorReport mail =
        examine(
            "FLORIN_SMTP_URL", "smtp://me:hush@127.0.0.1:1",
            "FLORIN_SMTP_FROM", "Shop <shop@example.com>");
    Map<String, String> environment =
        environment(
            "FLORIN_TLS_CERTIFICATE", tls.chain().toString(),
            "FLORIN_TLS_KEY", tls.key().toString());

    assertFound(mail, Grade.WRONG, "mail", "127.0.0.1:1 can't be reached");
    assertThat(mail.text()).doesNotContain("hush");
    assertFound(
        Doctor.examine(data, environment, InstantSource.system()),
        Grade.LOOK,
        "certificate",
        "The certificate expires on");
    DoctorReport later =
        Doctor.examine(data, environment, () -> Instant.now().plus(Duration.ofDays(3)));
    assertFound(later, Grade.WRONG, "certificate", "The certificate expired");
    Files.writeString(tls.chain(), "no certificate");
    assertFound(
        Doctor.examine(data, environment, InstantSource.system()),
        Grade.WRONG,
        "certificate",
        "is not a PEM certificate");
  }
}
