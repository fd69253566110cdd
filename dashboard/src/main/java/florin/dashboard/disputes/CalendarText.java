package florin.dashboard.disputes;

import florin.dashboard.parts.DisputeText;
import florin.dispute.Dispute;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;

/** A calendar in the format iCalendar (RFC 5545), with an event before each deadline. */
final class CalendarText {
  /** The most octets of a line, without its end (RFC 5545, 3.1). */
  static final int MAX_OCTETS = 75;

  /** The event ends at the deadline. */
  private static final Duration LENGTH = Duration.ofHours(1);

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

  private final StringBuilder text = new StringBuilder();

  private CalendarText() {}

  /**
   * Returns the calendar.
   *
   * @param name of the calendar
   * @param base the address of this service, without a trailing slash
   */
  static String of(String name, String base, List<Dispute> disputes) {
    var calendar = new CalendarText();
    calendar.line("BEGIN", "VCALENDAR");
    calendar.line("VERSION", "2.0");
    calendar.line("PRODID", "-//Florin//Disputes//EN");
    calendar.line("CALSCALE", "GREGORIAN");
    calendar.line("METHOD", "PUBLISH");
    calendar.line("X-WR-CALNAME", escaped(name));
    disputes.forEach(
        dispute -> dispute.state().dueBy().ifPresent(due -> calendar.event(dispute, due, base)));
    calendar.line("END", "VCALENDAR");
    return calendar.text.toString();
  }

  private void event(Dispute dispute, Instant due, String base) {
    line("BEGIN", "VEVENT");
    line("UID", dispute.id().text() + "@florin");
    line("DTSTAMP", TIME.format(dispute.state().updated()));
    line("SEQUENCE", String.valueOf(dispute.state().version()));
    line("DTSTART", TIME.format(due.minus(LENGTH)));
    line("DTEND", TIME.format(due));
    line("SUMMARY", escaped("Respond to a dispute: " + DisputeText.brief(dispute)));
    line(
        "DESCRIPTION",
        escaped(
            "The deadline is the end of this event.\nDispute %s, payment %s"
                .formatted(dispute.id().text(), dispute.payment().text())));
    line("URL", base + DisputeListPages.path(dispute.id()));
    line("TRANSP", "TRANSPARENT");
    line("END", "VEVENT");
  }

  /** Escapes a value of the type TEXT (RFC 5545, 3.3.11). */
  static String escaped(String value) {
    return value
        .replace("\\", "\\\\")
        .replace(";", "\\;")
        .replace(",", "\\,")
        .replaceAll("\r\n|\r|\n", "\\\\n")
        .replaceAll("\\p{Cntrl}", "");
  }

  private void line(String name, String value) {
    text.append(folded(name + ":" + value)).append("\r\n");
  }

  /** Folds a line at whole characters, so that none has more octets than allowed. */
  static String folded(String line) {
    var folded = new StringBuilder();
    int octets = 0;
    for (int i = 0; i < line.length(); i = line.offsetByCodePoints(i, 1)) {
      String character = Character.toString(line.codePointAt(i));
      int size = character.getBytes(StandardCharsets.UTF_8).length;
      if (octets + size > MAX_OCTETS) {
        folded.append("\r\n ");
        octets = 1;
      }
      folded.append(character);
      octets += size;
    }
    return folded.toString();
  }
}
