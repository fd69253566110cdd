package florin.db;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Every unique index includes the realm, so that a server that stores only some realms can enforce
 * it. The exceptions are listed here with their reasons.
 */
class RealmIndexesTest {
  private static final Map<String, String> EXCEPTED =
      Map.of(
          "api_key_pkey", "a key says of which realm a request is",
          "api_key_hash_key", "likewise",
          "connector_by_webhook_token", "a provider's address says of which realm its webhook is",
          "sandbox_pkey", "an administrative object, whose own realm changes",
          "sandbox_sandbox_realm_id_key", "a realm is that of one sandbox",
          "receiving_account_live_once", "money that comes to an account is one merchant's",
          "simulator_operation_pkey", "the network of test mode is no part of the service");

  private static final String UNIQUE =
      """
      SELECT coalesce(string_agg(i.indexrelid::regclass::text, ' ' ORDER BY 1), '')
        FROM pg_index i
        JOIN pg_attribute realm ON realm.attrelid = i.indrelid AND realm.attname = 'realm_id'
        JOIN pg_class t ON t.oid = i.indrelid AND t.relnamespace = current_schema()::regnamespace
       WHERE i.indisunique
         AND NOT realm.attnum = ANY (i.indkey::smallint[])
      """;

  @Test
  void every_unique_index_of_a_table_with_realms_includes_the_realm() throws SQLException {
    String found = Sql.query(TestPostgres.freshDatabase(), UNIQUE);
    assertThat(List.of(found.split(" "))).isSubsetOf(EXCEPTED.keySet());
  }
}
