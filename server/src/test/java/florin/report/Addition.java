package florin.report;

import static org.assertj.core.api.Assertions.assertThat;

import florin.testing.TestApp;
import java.util.Map;

/** Compares the metrics with totals over the tables of payments and refunds. */
final class Addition {
  private static final String OF_PAYMENTS =
      """
      SELECT concat_ws(' ', realm_id, 'succeeded', :slot(captured_at), currency, capture_method, count(*), sum(amount_captured))
        FROM payment
       WHERE status = 'succeeded'
       GROUP BY realm_id, :slot(captured_at), currency, capture_method
       UNION ALL
      SELECT concat_ws(' ', realm_id, 'canceled', :slot(canceled_at), currency, count(*), sum(amount))
        FROM payment
       WHERE status = 'canceled'
       GROUP BY realm_id, :slot(canceled_at), currency
       UNION ALL
      SELECT concat_ws(' ', realm_id, 'failed', currency, coalesce(failure_decline_code, failure_code), count(*), sum(amount))
        FROM payment
       WHERE status = 'failed'
       GROUP BY realm_id, currency, coalesce(failure_decline_code, failure_code)
       UNION ALL
      SELECT concat_ws(' ', realm_id, 'refunded', :slot(created_at), currency, count(*), sum(amount))
        FROM refund
       WHERE status = 'succeeded'
       GROUP BY realm_id, :slot(created_at), currency
       ORDER BY 1
      """;

  /** Returned refunds are subtracted on the day of the successful refunds. */
  private static final String OF_FIGURES =
      """
      SELECT concat_ws(' ', realm_id, measure, begins_at, currency, nullif(code, ''), count, amount)
        FROM figure
       WHERE span = ':span'
         AND measure IN ('succeeded', 'canceled')
       UNION ALL
      SELECT concat_ws(' ', realm_id, 'failed', currency, code, sum(count), sum(amount))
        FROM figure
       WHERE span = ':span'
         AND measure = 'failed'
       GROUP BY realm_id, currency, code
       UNION ALL
      SELECT concat_ws(' ', realm_id, 'refunded', begins_at, currency, sum(sign * count), sum(sign * amount))
        FROM (SELECT *, CASE measure WHEN 'refunded' THEN 1 ELSE -1 END AS sign
                FROM figure
               WHERE span = ':span'
                 AND measure LIKE 'refund%') refunds
       GROUP BY realm_id, begins_at, currency
      HAVING sum(sign * count) <> 0
       ORDER BY 1
      """;

  private static final String PARTS_OF_PAYMENTS =
      """
      SELECT concat_ws(' ', realm_id, currency, part.name || '_' || status, part.code, count(*))
        FROM payment
       CROSS JOIN LATERAL (VALUES ('brand', coalesce(method ->> 'brand', method_type)), ('connector', connector)) AS part(name, code)
       WHERE status IN ('succeeded', 'failed')
       GROUP BY realm_id, currency, part.name, status, part.code
       UNION ALL
      SELECT concat_ws(' ', realm_id, 'customer', count(*))
        FROM customer
       GROUP BY realm_id
       ORDER BY 1
      """;

  private static final String PARTS_OF_COUNTS =
      """
      SELECT concat_ws(' ', realm_id, nullif(currency, ''), measure, nullif(code, ''), sum(count))
        FROM figure
       WHERE span = ':span'
         AND measure LIKE ANY ('{brand%,connector%,customer}')
       GROUP BY realm_id, currency, measure, code
       ORDER BY 1
      """;

  /** The SQL that rounds a time down to each span. */
  private static final Map<String, String> SLOTS =
      Map.of(
          "quarter", "date_bin('15 minutes', $1, '2000-01-01T00:00:00Z')",
          "day", "date_trunc('day', $1, 'UTC')");

  private Addition() {}

  static void assertHolds(TestApp app) {
    SLOTS.forEach((span, slot) -> {
      assertThat(app.query(OF_FIGURES.replace(":span", span)))
          .as("metrics by %s", span)
          .isEqualTo(app.query(OF_PAYMENTS.replaceAll(":slot\\((\\w+)\\)", slot)));
      assertThat(app.query(PARTS_OF_COUNTS.replace(":span", span)))
          .as("counts of brands, connectors and customers by %s", span)
          .isEqualTo(app.query(PARTS_OF_PAYMENTS));
    });
    assertThat(app.query("SELECT payment_id || ' ' || email FROM payment_email ORDER BY 1"))
        .as("receipt addresses")
        .isEqualTo(
            app.query(
                "SELECT id || ' ' || lower(receipt_email) FROM payment WHERE receipt_email IS NOT NULL ORDER BY 1"));
  }
}
