package florin.dashboard.list;

import static org.assertj.core.api.Assertions.assertThat;

import florin.http.Form;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DateFilterTest {
  private static final ZoneId TOKYO = ZoneId.of("Asia/Tokyo");
  private static final Instant NOW = Instant.parse("2026-11-23T12:00:00Z");

  @Test
  void days_are_those_of_the_reporting_time_zone() {
    DateFilter day = read(Map.of("from", "2026-11-20", "until", "2026-11-20"));

    assertThat(day.span().from()).isEqualTo(Optional.of(Instant.parse("2026-11-19T15:00:00Z")));
    assertThat(day.span().until()).isEqualTo(Optional.of(Instant.parse("2026-11-20T15:00:00Z")));
    assertThat(day.words()).isEqualTo("20 Nov 2026");
  }

  @Test
  void today_is_the_day_there() {
    DateFilter today =
        DateFilter.read(
            Form.of(Map.of("date", "today")), TOKYO, Instant.parse("2026-11-23T15:00:00Z"));

    assertThat(today.span().from()).isEqualTo(Optional.of(Instant.parse("2026-11-23T15:00:00Z")));
    assertThat(today.span().until()).isEqualTo(Optional.of(Instant.parse("2026-11-24T15:00:00Z")));
  }

  private static DateFilter read(Map<String, String> fields) {
    return DateFilter.read(Form.of(fields), TOKYO, NOW);
  }
}
