package florin.dashboard.parts;

import static org.assertj.core.api.Assertions.assertThat;

import florin.dashboard.parts.TimeText.Viewer;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimeTextTest {
  private static final Instant NOW = Instant.parse("2026-11-22T22:30:00Z");

  @Test
  void without_a_reader_times_are_in_utc() {
    assertThat(TimeText.minutes(NOW)).isEqualTo("22 Nov 2026, 22:30");
    assertThat(TimeText.seconds(NOW)).isEqualTo("22 Nov 2026, 22:30:00 UTC");
    assertThat(TimeText.near(NOW)).isEqualTo("22 Nov 2026, 22:30");
  }

  @Test
  void a_reader_sees_times_in_their_zone() {
    assertThat(in("Asia/Tokyo", () -> TimeText.seconds(NOW)))
        .isEqualTo("23 Nov 2026, 07:30:00 Asia/Tokyo");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "2026-11-22T22:29:31Z | Just now",
        "2026-11-22T22:23:00Z | 7 min ago",
        "2026-11-22T22:30:20Z | in a moment",
        "2026-11-22T22:50:00Z | in 20 min",
        "2026-11-22T20:15:00Z | Today, 21:15",
        "2026-11-21T23:15:00Z | Today, 00:15",
        "2026-11-21T22:15:00Z | Yesterday, 23:15",
        "2026-11-23T09:00:00Z | Tomorrow, 10:00",
        "2026-03-01T09:00:00Z | 1 Mar, 10:00",
        "2025-11-22T22:30:00Z | 22 Nov 2025, 23:30",
      })
  void a_time_is_as_precise_as_people_need(Instant time, String words) {
    assertThat(in("Europe/Berlin", () -> TimeText.near(time))).isEqualTo(words);
  }

  private static String in(String zone, ScopedValue.CallableOp<String, RuntimeException> words) {
    return ScopedValue.where(TimeText.VIEWER, new Viewer(ZoneId.of(zone), ZoneOffset.UTC, NOW))
        .call(words);
  }
}
