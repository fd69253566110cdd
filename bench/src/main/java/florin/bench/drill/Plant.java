package florin.bench.drill;

import florin.bench.drill.Sent.Acknowledged;
import florin.core.Id.PaymentId;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.UUID;

/** Bugs to plant, to see that the drill finds them. Each is one statement on one payment. */
enum Plant {
  LOSE_A_PAYMENT("DELETE FROM payment WHERE realm_id = ? AND id = ?"),
  CHANGE_A_STATUS(
      """
      UPDATE payment
         SET status = 'canceled',
             amount_captured = 0
       WHERE realm_id = ?
         AND id = ?
      """),
  LOSE_AN_EVENT("DELETE FROM event WHERE realm_id = ? AND object_id = ? AND sequence = 1"),
  /** As if the follower had passed by the event of its success. */
  MISCOUNT(
      """
      UPDATE figure f
         SET count = f.count - 1,
             amount = f.amount - p.amount_captured
        FROM payment p
       WHERE p.realm_id = ?
         AND p.id = ?
         AND f.realm_id = p.realm_id
         AND f.span = 'day'
         AND f.begins_at = date_trunc('day', p.captured_at, 'UTC')
         AND f.currency = p.currency
         AND f.measure = 'succeeded'
      """),
  CHARGE_TWICE(
      """
      INSERT INTO simulator_operation (
             reference, kind, created_at, realm_id, amount, currency, state, response_code,
             capture_method, rule, cvc_check, address_line1_check, address_postal_code_check,
             risk_level, challenged, captured, reversed, refunded, version)
      SELECT gen_random_uuid(), kind, o.created_at, o.realm_id, o.amount, currency, state,
             response_code, capture_method, rule, cvc_check, address_line1_check,
             address_postal_code_check, risk_level, challenged, captured, reversed, refunded,
             o.version
        FROM simulator_operation o
        JOIN attempt a ON a.id = o.reference
       WHERE a.realm_id = ?
         AND a.payment_id = ?
      """);

  private final String sql;

  Plant(String sql) {
    this.sql = sql;
  }

  /** Plants them, each in another payment that was acknowledged as succeeded. */
  static void all(List<Plant> plants, Records records, Ledger ledger) {
    Iterator<UUID> succeeded =
        ledger.sent().stream()
            .flatMap(sent -> sent.acknowledged().stream())
            .filter(answer -> answer.status().equals("succeeded"))
            .map(Acknowledged::payment)
            .map(id -> PaymentId.KIND.parse(id).orElseThrow().uuid())
            .iterator();
    for (Plant plant : plants) {
      if (records.damage(plant.sql, succeeded.next()) != 1) {
        throw new IllegalStateException(plant + " did not touch one row");
      }
    }
  }

  /** As on the command line. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
