package florin.db;

import static org.assertj.core.api.Assertions.assertThat;

import florin.app.SealedKinds;
import florin.testing.TakesLong;
import florin.testing.TestApp;
import florin.vault.Keyring;
import florin.vault.Rewrapping;
import florin.vault.SecretSeal;
import java.nio.file.Files;
import java.security.SecureRandom;
import java.util.List;
import java.util.UUID;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;

/** The time for a rotation of the encryption key grows linearly with the number of rows. */
@TakesLong
@ResourceLock(PlanLog.LOCK)
class RotationPlansTest {
  private static final Pattern OURS =
      Pattern.compile(" AS sealed |^UPDATE (connector|provider_webhook|idempotency|bank_entry)");

  /**
   * Many rows that the new key has encrypted already, which no index distinguishes from the others.
   */
  private static final List<String> FILL =
      List.of(
          """
          INSERT INTO connector (realm_id, id, version, kind, name, live, status, settings, secret_sealed, webhook_token, created_at)
          SELECT 2, gen_random_uuid(), 1, 'provider', 'One', false, 'enabled', '{}', '2.', n, now()
            FROM generate_series(1, 20000) n
          """,
          """
          INSERT INTO provider_webhook (realm_id, id, connector_id, webhook_id, kind, body, received_at)
          SELECT 2, gen_random_uuid(), id, n, 'payment', '2.', now()
            FROM generate_series(1, 20000) n, (SELECT id FROM connector LIMIT 1) c
          """,
          """
          INSERT INTO idempotency (realm_id, id, fingerprint, resource_id, status, body, sealed_secret, secret_at, created_at, expires_at)
          SELECT 2, gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 200, '', '2.', 0, now(), now() + interval '1 day'
            FROM generate_series(1, 20000) n
          """,
          """
          INSERT INTO bank_entry (realm_id, id, receiving_account_id, statement_id, number, detail, version, status, amount, currency, debit, reversal, booked_on, entry_amount, party_iban_sealed, party_iban_last4)
          SELECT 2, gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), n, 1, 1, 'other', 1, 'eur', false, false, current_date, 1, '2.', '3000'
            FROM generate_series(1, 20000) n
          """);

  @Test
  void every_batch_and_every_row_is_found_by_the_primary_key() throws Exception {
    var random = new SecureRandom();
    try (TestApp florin = TestApp.open()) {
      Keyring old = Keyring.load(florin.keysFile());
      var seal = new SecretSeal(() -> old, random);
      for (String sql : FILL) {
        florin.update(sql);
      }
      sealOne(florin, seal, "connector", "id", "secret_sealed");
      sealOne(florin, seal, "provider_webhook", "id", "body");
      sealOne(florin, seal, "idempotency", "resource_id", "sealed_secret");
      sealOne(florin, seal, "bank_entry", "id", "party_iban_sealed");
      PlanLog.begin(florin.database());
      long begin = Files.size(TestPostgres.log());

      try (var db = new Db(florin.database())) {
        long rewrapped =
            SealedKinds.of(db, old.withNewEnvelopeKey(random)).stream()
                .mapToLong(all -> Rewrapping.run(all, _ -> {}))
                .sum();
        assertThat(rewrapped).isEqualTo(4);
      }

      List<String> plans =
          PlanLog.read(begin).plans().stream().filter(plan -> OURS.matcher(plan).find()).toList();
      assertThat(plans).hasSize(8);
      assertThat(plans)
          .allMatch(plan ->
              plan.contains("Index Cond: (ROW(realm_id, id) > ")
                  || plan.contains("Index Cond: ((realm_id = …) AND (id = …))"))
          .noneMatch(plan -> plan.contains("Sort"));
    }
  }

  private static void sealOne(
      TestApp florin, SecretSeal seal, String table, String owner, String column) {
    String id = florin.query("SELECT " + owner + " FROM " + table + " LIMIT 1").getFirst();
    florin.update(
        "UPDATE %s SET %s = ? WHERE %s = ?".formatted(table, column, owner),
        seal.seal(florin.realm(), UUID.fromString(id), "{}"),
        UUID.fromString(id));
    florin.update("ANALYZE " + table);
  }
}
