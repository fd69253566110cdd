package florin.bench.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import florin.bench.jdbc.PlainStatement.Parameter;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PlainPaymentTest {
  private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");
  private static final Heard SESSION = heard("SET enable_seqscan = off;\nSET jit = off");
  private static final String BATCH =
      """
      UPDATE committer SET batch = ? WHERE id = ?;
      INSERT INTO t (id, due_at)
      SELECT id, due_at
        FROM unnest(?::uuid[], ?::text[]::timestamptz[]) AS r(id, due_at);
      UPDATE t SET name = r.name
        FROM unnest(?::uuid[], ?::text[]) AS r(id, name)
       WHERE t.id = r.id
      RETURNING t.id\
      """;

  @Test
  void a_statement_for_a_batch_becomes_one_for_a_row() {
    PlainPayment payment = read(batch(UUID.randomUUID(), "a"), batch(UUID.randomUUID(), "b"));

    assertThat(payment.session()).isEqualTo(SESSION.sql());
    assertThat(payment.statementsPerTransaction()).isEqualTo("2");
    assertThat(payment.transactions().getFirst())
        .extracting(PlainStatement::sql)
        .containsExactly(
            "INSERT INTO t (id, due_at)\nSELECT id, due_at\n  FROM (VALUES (?::uuid, ?::text::timestamptz)) AS r(id, due_at)",
            "UPDATE t SET name = r.name\n  FROM (VALUES (?::uuid, ?::text)) AS r(id, name)\n WHERE t.id = r.id");
  }

  @Test
  void ids_that_differ_between_payments_are_fresh_in_each_and_times_go_with_the_clock() {
    PlainPayment payment = read(batch(UUID.randomUUID(), "a"), batch(UUID.randomUUID(), "b"));

    assertThat(payment.ids()).isEqualTo(1);
    assertThat(payment.transactions().getFirst())
        .flatExtracting(PlainStatement::parameters)
        .containsExactly(
            new Parameter.Fresh(0, false),
            new Parameter.Time(15_000_000_000L),
            new Parameter.Fresh(0, false),
            new Parameter.Same("a"));
  }

  @Test
  void an_id_that_both_payments_name_stays() {
    var customer = UUID.randomUUID();

    PlainPayment payment = read(batch(customer, "a"), batch(customer, "a"));

    assertThat(payment.ids()).isZero();
  }

  @Test
  void payments_that_were_committed_in_different_ways_are_no_measure() {
    Heard other = heard("UPDATE committer SET batch = ? WHERE id = ?", 1, 2);

    assertThatThrownBy(() -> read(batch(UUID.randomUUID(), "a"), other))
        .isInstanceOf(IllegalStateException.class);
  }

  private static PlainPayment read(Heard one, Heard other) {
    return PlainPayment.read(List.of(SESSION, one), List.of(other), NOW);
  }

  private static Heard batch(UUID id, String name) {
    return heard(BATCH, UUID.randomUUID(), id, id, NOW.plusSeconds(15).toString(), id, name);
  }

  private static Heard heard(String sql, @Nullable Object... values) {
    return new Heard(sql, Arrays.asList(values));
  }
}
