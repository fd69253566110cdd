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
  void days_are_the_visitor_s_unless_the_address_means_those_of_utc() {
    DateFilter own = read(Map.of("from", "2026-11-20", "until", "2026-11-20"));
    DateFilter utc = read(Map.of("from", "2026-11-20", "until", "2026-11-20", "zone", "utc"));

    assertThat(own.span().from()).isEqualTo(Optional.of(Instant.parse("2026-11-19T15:00:00Z")));
    assertThat(own.words()).isEqualTo("20 Nov 2026");
    assertThat(utc.span().from()).isEqualTo(Optional.of(Instant.parse("2026-11-20T00:00:00Z")));
    assertThat(utc.span().until()).isEqualTo(Optional.of(Instant.parse("2026-11-21T00:00:00Z")));
    assertThat(utc.words()).isEqualTo("20 Nov 2026 (UTC)");
  }

  private static DateFilter read(Map<String, String> fields) {
    return DateFilter.read(Form.of(fields), TOKYO, NOW);
  }
}
