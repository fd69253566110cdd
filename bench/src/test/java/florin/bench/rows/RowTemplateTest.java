package florin.bench.rows;

import static org.assertj.core.api.Assertions.assertThat;

import florin.bench.rows.RowTemplate.Values;
import florin.core.Id.PaymentId;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class RowTemplateTest {
  private static final Instant MADE = Instant.parse("2026-11-21T12:00:00.250Z");
  private static final Instant COPIED = Instant.parse("2025-01-02T03:04:05Z");

  private final UUID id = Ids.of(MADE.toEpochMilli(), new SplittableRandom(1));
  private final UUID copy = Ids.of(COPIED.toEpochMilli(), new SplittableRandom(2));

  @Test
  void a_copy_differs_from_the_sample_only_in_ids_times_amount_and_order() {
    String row =
        "2\t%s\t735918264\tusd\t{\"order\": \"order-735918\"}\t2026-11-21 12:00:00.25+00\n"
            .formatted(id);

    assertThat(copied(row))
        .isEqualTo(
            "2\t%s\t99\tusd\t{\"order\": \"order-7\"}\t2025-01-02 03:04:05.000000+00\n"
                .formatted(copy));
  }

  @Test
  void in_json_an_id_is_a_type_id_and_a_time_is_in_seconds() {
    String row =
        "{\"id\":\"%s\",\"created\":%d,\"card\":424242424}"
            .formatted(new PaymentId(id).text(), MADE.getEpochSecond() + 1);

    assertThat(copied(row))
        .isEqualTo(
            "{\"id\":\"%s\",\"created\":%d,\"card\":424242424}"
                .formatted(new PaymentId(copy).text(), COPIED.getEpochSecond() + 1));
  }

  @Test
  void a_uuid_without_a_time_is_copied_unchanged() {
    String row = "5dcd1af8-7a3e-4b83-9d0c-0a61f1a5ee07\t\\N\n";

    assertThat(copied(row)).isEqualTo(row);
  }

  private String copied(String row) {
    Map<UUID, Integer> ids = new LinkedHashMap<>(Map.of(id, 0));
    var text = new StringBuilder();
    RowTemplate.of(row, ids, MADE).appendTo(text, new Values(List.of(copy), COPIED, 99, 7));
    return text.toString();
  }
}
