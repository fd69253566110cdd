package florin.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import florin.testing.TakesLong;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.MigrationInfo;
import org.junit.jupiter.api.Test;

@TakesLong
class MigrationsTest {
  private static final String GOOD = "florin/db/migrationtest/good";
  private static final String CHANGED = "florin/db/migrationtest/changed";
  private static final String BROKEN = "florin/db/migrationtest/broken";

  private final PostgresAddress database = TestPostgres.emptyDatabase();

  @Test
  void each_script_runs_once() throws Exception {
    assertThat(Migrations.run(database, GOOD)).isEqualTo(1);
    assertThat(Migrations.run(database, GOOD)).isZero();
    assertThat(Sql.query(database, "SELECT count(*) FROM note")).isEqualTo("0");
  }

  @Test
  void nodes_that_start_together_migrate_once() {
    try (var threads = Executors.newFixedThreadPool(2)) {
      var first = CompletableFuture.supplyAsync(() -> Migrations.run(database, GOOD), threads);
      var second = CompletableFuture.supplyAsync(() -> Migrations.run(database, GOOD), threads);
      assertThat(first.join() + second.join()).isEqualTo(1);
    }
  }

  @Test
  void a_script_that_was_changed_after_it_ran_is_refused() {
    Migrations.run(database, GOOD);
    assertThatExceptionOfType(StartFailure.class)
        .isThrownBy(() -> Migrations.run(database, CHANGED))
        .withMessageContaining("checksum mismatch");
  }

  @Test
  void a_script_that_fails_is_told_and_leaves_the_password_out() {
    assertThatExceptionOfType(StartFailure.class)
        .isThrownBy(() -> Migrations.run(database, BROKEN))
        .withMessageContaining("TABEL")
        .withMessageNotContaining(database.password());
  }

  @Test
  void the_schema_of_production_can_be_made() throws Exception {
    assertThat(Migrations.run(database)).isPositive();
    assertThat(Migrations.run(database)).isZero();
    assertThat(Sql.query(database, "SELECT max(version) FROM flyway_schema_history"))
        .as("the newest script is the one that starts look for")
        .isEqualTo(Migrations.NEWEST);
  }

  @Test
  void a_schema_of_a_later_florin_is_refused_and_left_as_it_is() throws Exception {
    Migrations.run(database);
    Sql.execute(
        database,
        """
        INSERT INTO flyway_schema_history
        SELECT installed_rank + 1, '1000', 'of_a_later_florin', type, 'V1000__of_a_later_florin.sql',
               1, installed_by, now(), 1, true
          FROM flyway_schema_history ORDER BY installed_rank DESC LIMIT 1
        """);

    assertThatExceptionOfType(StartFailure.class)
        .isThrownBy(() -> Migrations.run(database))
        .withMessageStartingWith(
            "The schema of " + database + " was brought to version 1000 by a later")
        .withMessageContaining("this one knows " + Integer.parseInt(Migrations.NEWEST))
        .withMessageNotContaining("\n");
  }

  @Test
  void a_schema_that_lacks_the_last_script_gets_it() {
    MigrationInfo[] scripts = flyway("latest").info().all();
    runTo(scripts[scripts.length - 2].getVersion().getVersion());
    assertThat(Migrations.run(database)).isEqualTo(1);
  }

  @Test
  void what_was_paid_with_before_kinds_had_names_is_a_card_with_all_that_was_known_of_it()
      throws Exception {
    runTo("073");
    Sql.execute(
        database,
        """
        INSERT INTO payment_method (realm_id, id, type, brand, last4, exp_month, exp_year, funding, fingerprint,
          vault_version, vault_pan, erase_at, created_at)
        VALUES (2, gen_random_uuid(), 'card', 'visa', '4242', 12, 2030, 'credit', 'print', 1, 'abc', now(), now());
        INSERT INTO payment (realm_id, id, version, sequence, status, amount, currency, amount_captured, capture_method,
          payment_method_id, card_brand, card_last4, card_exp_month, card_exp_year, card_funding, card_fingerprint,
          connector, created_at, captured_at, payment_method_created_at, payment_method_customer_id,
          payment_method_saved, billing)
        VALUES (2, gen_random_uuid(), 1, 1, 'succeeded', 5, 'usd', 5, 'automatic', gen_random_uuid(), 'visa', '4242',
          12, 2030, 'credit', 'print', 'simulator', now(), now(), '2026-11-21 13:00:00.123456+01',
          '01890000-0000-7000-8000-000000000001', true, '{"name": "Jo"}'),
         (2, gen_random_uuid(), 1, 1, 'succeeded', 7, 'usd', 7, 'automatic', gen_random_uuid(), 'amex', '0005',
          1, 2031, 'unknown', NULL, 'simulator', now(), now(), NULL, NULL, NULL, NULL);
        """);

    Migrations.run(database);

    assertThat(
            Sql.query(
                database,
                "SELECT type || ' ' || details::text || ' ' || secret_version || encode(secret, 'escape') FROM payment_method"))
        .isEqualTo(
            "card {\"brand\": \"visa\", \"last4\": \"4242\", \"funding\": \"credit\", \"exp_year\": 2030, \"exp_month\": 12, \"fingerprint\": \"print\"} 1abc");
    assertThat(
            Sql.query(
                database,
                "SELECT string_agg(method_type || ' ' || method::text, ', ' ORDER BY amount) FROM payment"))
        .isEqualTo(
            "card {\"brand\": \"visa\", \"last4\": \"4242\", \"saved\": true, \"billing\": {\"name\": \"Jo\"}, \"funding\": \"credit\", \"exp_year\": 2030, \"exp_month\": 12, \"created_at\": \"2026-11-21T12:00:00.123456Z\", \"customer_id\": \"01890000-0000-7000-8000-000000000001\", \"fingerprint\": \"print\"}, "
                + "card {\"brand\": \"amex\", \"last4\": \"0005\", \"funding\": \"unknown\", \"exp_year\": 2031, \"exp_month\": 1}");
  }

  /** What merchants wrote that looks like it stays as it is. */
  @Test
  void answers_that_were_kept_with_a_sealed_secret_in_their_text_are_given_as_before()
      throws Exception {
    Migrations.run(database);
    Sql.execute(
        database, "ALTER TABLE idempotency DROP COLUMN sealed_secret, DROP COLUMN secret_at");
    String endpoint =
        "{\"id\":\"we_01m7yzyvm2fdfsz1d75bgz925q\",\"object\":\"webhook_endpoint\",\"metadata\":{\"secret\":\"sealed:1.eA==\"},"
            + "\"description\":\"\\\"secret\\\":\\\"sealed:1.eA==\\\"}\",\"created\":1,\"livemode\":false";
    String customer =
        "{\"id\":\"cus_1\",\"metadata\":{\"secret\":\"sealed:7.x\"},\"livemode\":false}";
    for (String body :
        List.of(endpoint + ",\"secret\":\"sealed:3.YWJj+/=\"}", endpoint + "}", customer)) {
      Sql.execute(
          database,
          "INSERT INTO idempotency (realm_id, id, fingerprint, resource_id, status, body, created_at, expires_at) VALUES (2, gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 200, '%s', now(), now())"
              .formatted(body));
    }

    Sql.execute(database, script("V066__sealed_secrets_of_answers.sql"));

    assertThat(
            Sql.query(database, "SELECT count(*) FROM idempotency WHERE sealed_secret IS NOT NULL"))
        .isEqualTo("1");
    assertThat(
            Sql.query(
                database,
                "SELECT left(body, secret_at) || '<' || sealed_secret || '>' || substr(body, secret_at + 1) FROM idempotency WHERE sealed_secret IS NOT NULL"))
        .isEqualTo(endpoint + ",\"secret\":\"<3.YWJj+/=>\"}");
    assertThat(
            Sql.query(
                database,
                "SELECT string_agg(body, ' ' ORDER BY body) FROM idempotency WHERE sealed_secret IS NULL"))
        .isEqualTo(customer + " " + endpoint + "}");
  }

  private void runTo(String version) {
    flyway(version).migrate();
  }

  private Flyway flyway(String target) {
    return Flyway.configure()
        .dataSource(database.jdbcUrl(), database.user(), database.password())
        .locations("classpath:florin/db/migration")
        .target(target)
        .load();
  }

  private static String script(String name) throws IOException {
    try (var script = MigrationsTest.class.getResourceAsStream("/florin/db/migration/" + name)) {
      return new String(Objects.requireNonNull(script).readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
