package florin.customer;

import static org.assertj.core.api.Assertions.assertThat;

import florin.core.Id.CustomerId;
import florin.core.Mode;
import florin.core.Realm;
import florin.customer.Customer.Address;
import florin.customer.Customer.CustomerProfile;
import florin.db.Changeset;
import florin.db.CommitResult;
import florin.db.Db;
import florin.db.GroupCommit;
import florin.db.PostgresAddress;
import florin.db.TestPostgres;
import florin.db.Write;
import florin.testing.StoredRow;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

@TestInstance(Lifecycle.PER_CLASS)
class CustomerStoreTest {
  private static final Instant NOW = Instant.parse("2026-11-21T12:00:00.123456Z");
  private static final Realm REALM = Realm.of(1, Mode.TEST);

  private final PostgresAddress database = TestPostgres.freshDatabase();
  private final Db db = new Db(database);
  private final GroupCommit commits =
      new GroupCommit("test", database::connect, 1, GroupCommit.DEFAULT_PATIENCE);
  private final CustomerStore store = new CustomerStore(db);

  @AfterAll
  void close() {
    commits.close();
    db.close();
  }

  @Test
  void every_value_of_a_customer_is_stored_in_and_read_from_its_column() throws Exception {
    var made = new Customer(REALM, new CustomerId(UUID.randomUUID()), 3, 4, profile("1"), NOW);
    commit(CustomerStore.insert(made));

    assertThat(StoredRow.of(database, "customer", made.id().uuid()))
        .isEqualTo(
            Map.ofEntries(
                Map.entry("realm_id", Long.toString(REALM.id())),
                Map.entry("id", made.id().uuid().toString()),
                Map.entry("version", "3"),
                Map.entry("sequence", "4"),
                Map.entry("email", "email1"),
                Map.entry("name", "name1"),
                Map.entry("phone", "phone1"),
                Map.entry("address_line1", "line1-1"),
                Map.entry("address_line2", "line2-1"),
                Map.entry("address_city", "city1"),
                Map.entry("address_state", "state1"),
                Map.entry("address_postal_code", "code1"),
                Map.entry("address_country", "country1"),
                Map.entry("description", "description1"),
                Map.entry("metadata", "{\"k\": \"1\"}"),
                Map.entry("created_at", "2026-11-21T12:00:00.123456+00:00")));
    assertThat(store.find(REALM, made.id())).contains(made);

    Customer updated = made.with(profile("2"));
    commit(CustomerStore.update(updated));
    assertThat(store.find(REALM, made.id())).contains(updated);
  }

  private static CustomerProfile profile(String each) {
    return new CustomerProfile(
        Optional.of("email" + each),
        Optional.of("name" + each),
        Optional.of("phone" + each),
        Optional.of(
            new Address(
                Optional.of("line1-" + each),
                Optional.of("line2-" + each),
                Optional.of("city" + each),
                Optional.of("state" + each),
                Optional.of("code" + each),
                Optional.of("country" + each))),
        Optional.of("description" + each),
        Map.of("k", each));
  }

  private void commit(Write write) {
    assertThat(commits.commit(Changeset.of(write))).isEqualTo(new CommitResult.Committed());
  }
}
