package florin.paymentmethod;

import static org.assertj.core.api.Assertions.assertThat;

import florin.connector.Credential.Saved;
import florin.core.Id.MandateId;
import florin.core.Id.PaymentId;
import florin.core.Id.PaymentMethodId;
import florin.core.Mode;
import florin.core.Realm;
import florin.db.Changeset;
import florin.db.CommitResult;
import florin.db.Db;
import florin.db.GroupCommit;
import florin.db.PostgresAddress;
import florin.db.TestPostgres;
import florin.db.Write;
import florin.instrument.Card;
import florin.instrument.Hosted;
import florin.paymentmethod.PaymentMethod.State;
import florin.testing.StoredRow;
import florin.vault.Brand;
import florin.vault.Funding;
import florin.vault.SealedPan;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

@TestInstance(Lifecycle.PER_CLASS)
class PaymentMethodStoreTest {
  private static final Instant NOW = Instant.parse("2026-11-21T12:00:00.123456Z");
  private static final Realm REALM = Realm.of(1, Mode.TEST);

  private final PostgresAddress database = TestPostgres.freshDatabase();
  private final Db db = new Db(database);
  private final GroupCommit commits =
      new GroupCommit("test", database::connect, 1, GroupCommit.DEFAULT_PATIENCE);
  private final PaymentMethodStore store = new PaymentMethodStore(db);

  @AfterAll
  void close() {
    store.close();
    commits.close();
    db.close();
  }

  @Test
  void every_value_of_a_method_is_stored_in_and_read_from_its_column() throws Exception {
    var payment = new PaymentId(UUID.randomUUID());
    PaymentMethod made =
        method(
            new State(
                1,
                0,
                Optional.empty(),
                Optional.of(payment),
                Optional.empty(),
                false,
                sealed(),
                Optional.of(NOW.plusSeconds(9)),
                Optional.empty()));
    commit(PaymentMethodStore.insert(made));

    assertThat(StoredRow.of(database, "payment_method", made.id().uuid()))
        .isEqualTo(
            Map.ofEntries(
                Map.entry("realm_id", Long.toString(REALM.id())),
                Map.entry("id", made.id().uuid().toString()),
                Map.entry("version", "1"),
                Map.entry("sequence", "0"),
                Map.entry("type", "card"),
                Map.entry(
                    "details",
                    "{\"brand\": \"amex\", \"last4\": \"0005\", \"funding\": \"prepaid\", \"exp_year\": 2040, \"exp_month\": 11, \"fingerprint\": \"print\"}"),
                Map.entry("secret_version", "7"),
                Map.entry("secret", "\\x0102"),
                Map.entry("consumed_by", payment.uuid().toString()),
                Map.entry("challenged", "false"),
                Map.entry("billing", "{\"name\": \"Jo\"}"),
                Map.entry("metadata", "{\"k\": \"v\"}"),
                Map.entry("erase_at", "2026-11-21T12:00:09.123456+00:00"),
                Map.entry("created_at", "2026-11-21T12:00:00.123456+00:00")));
    assertThat(store.find(REALM, made.id())).contains(made);
  }

  @Test
  void an_update_changes_all_columns_and_keeps_or_erases_the_secret() throws Exception {
    PaymentMethod made =
        method(
            new State(
                1,
                0,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                false,
                sealed(),
                Optional.of(NOW),
                Optional.empty()));
    PaymentMethod renewed =
        new PaymentMethod(
            REALM,
            made.id(),
            card(3, 2041),
            BillingDetails.NONE,
            Map.of("k", "w"),
            NOW,
            new State(
                2,
                5,
                Optional.empty(),
                Optional.of(new PaymentId(UUID.randomUUID())),
                Optional.of(NOW.plusSeconds(5)),
                true,
                sealed(),
                Optional.of(NOW.plusSeconds(7)),
                Optional.of(new MandateId(UUID.randomUUID()))));
    commit(PaymentMethodStore.insert(made));
    commit(PaymentMethodStore.update(renewed));
    assertThat(store.find(REALM, made.id())).contains(renewed);

    PaymentMethod erased = renewed.detachedAndErased(NOW.plusSeconds(11));
    commit(PaymentMethodStore.update(erased));
    assertThat(store.find(REALM, made.id())).contains(erased);
    assertThat(StoredRow.of(database, "payment_method", made.id().uuid()))
        .doesNotContainKeys("secret", "secret_version", "billing", "metadata");
  }

  @Test
  void a_card_that_a_provider_saved_keeps_its_credential_until_it_is_revoked() throws Exception {
    var state =
        new State(
            1,
            0,
            Optional.empty(),
            Optional.of(new PaymentId(UUID.randomUUID())),
            Optional.empty(),
            false,
            Optional.empty(),
            Optional.empty(),
            Optional.empty());
    PaymentMethod made =
        new PaymentMethod(
            REALM,
            new PaymentMethodId(UUID.randomUUID()),
            new Hosted(List.of()),
            BillingDetails.NONE,
            Map.of(),
            NOW,
            state);
    commit(PaymentMethodStore.insert(made));
    PaymentMethod detached =
        made.savedAs(card(3, 2041), new Saved("cn_1", Map.of("customer", "c", "token", "t")))
            .detached(NOW);
    commit(PaymentMethodStore.update(detached));

    assertThat(store.find(REALM, made.id())).contains(detached);
    assertThat(detached.state().revokeAt()).contains(NOW);
    assertThat(StoredRow.of(database, "payment_method", made.id().uuid()))
        .containsEntry("type", "card")
        .containsEntry(
            "provider", "{\"token\": \"t\", \"customer\": \"c\", \"connector\": \"cn_1\"}");
  }

  private static PaymentMethod method(State state) {
    var billing =
        new BillingDetails(Optional.of("Jo"), Optional.empty(), Optional.empty(), Optional.empty());
    return new PaymentMethod(
        REALM,
        new PaymentMethodId(UUID.randomUUID()),
        card(11, 2040),
        billing,
        Map.of("k", "v"),
        NOW,
        state);
  }

  private static Card card(int month, int year) {
    return new Card(Brand.AMEX, "0005", month, year, Funding.PREPAID, Optional.of("print"));
  }

  private static Optional<SealedPan> sealed() {
    return Optional.of(new SealedPan(7, new byte[] {1, 2}));
  }

  private void commit(Write write) {
    assertThat(commits.commit(Changeset.of(write))).isEqualTo(new CommitResult.Committed());
  }
}
