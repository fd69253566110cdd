package florin.dashboard.webhooks;

import florin.dashboard.parts.Chart;
import florin.dashboard.parts.Chart.ChartColumn;
import florin.dashboard.parts.FigureText;
import florin.webhook.WebhookHealth.DayHealth;
import florin.webhook.WebhookHealth.EndpointHour;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** The deliveries to an endpoint in the last 24 hours, with their chart. */
public record HealthView(DayHealth day, Chart chart) {
  private static final DateTimeFormatter HOUR =
      DateTimeFormatter.ofPattern("HH:mm", Locale.UK).withZone(ZoneOffset.UTC);

  static HealthView of(DayHealth day) {
    int last = day.hours().size() - 1;
    return new HealthView(
        day,
        Chart.ofColumns(
            "Attempts in the last 24 hours: %d delivered, %d failed"
                .formatted(day.delivered(), day.failed()),
            day.hours().stream()
                .map(hour -> column(hour, hour.equals(day.hours().get(last))))
                .toList(),
            1,
            false,
            FigureText::count));
  }

  /** Returns the 95th percentile of the response times. */
  public String p95() {
    return day.p95Ms().map(HealthView::time).orElse(FigureText.NONE);
  }

  private static ChartColumn column(EndpointHour hour, boolean isPart) {
    return new ChartColumn(
        hour.delivered(),
        hour.failed(),
        0,
        HOUR.format(hour.begins()),
        "%s UTC · %d delivered · %d failed"
            .formatted(HOUR.format(hour.begins()), hour.delivered(), hour.failed()),
        isPart);
  }

  private static String time(int ms) {
    return ms < 1000 ? "≤ " + ms + " ms" : String.format(Locale.ROOT, "≤ %.1f s", ms / 1000.0);
  }
}
