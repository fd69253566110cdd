package florin.dashboard.list;

import florin.core.Page.Findings;
import florin.core.PageRequest;
import florin.dashboard.parts.TimeText;
import florin.http.Answer;
import florin.page.Csv;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Semaphore;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Exports lists as files for spreadsheets. A file is written page by page, so it can have any
 * length and takes no memory. If it takes too long or fails, its HTTP response has no proper end,
 * so the browser reports that it is incomplete.
 */
public final class CsvExport {
  /** The longest export; for longer ones, the user can narrow the dates. */
  static final Duration MAX_DURATION = Duration.ofMinutes(10);

  /** The most concurrent exports of this node, so that connections remain for pages. */
  static final int MAX_AT_ONCE = 4;

  public static final String BUSY = "Other exports are running. Try again in a few minutes.";

  private static final UUID LOWEST = new UUID(0, 0);

  private final Duration maxDuration;
  private final Semaphore places = new Semaphore(MAX_AT_ONCE);

  public CsvExport() {
    this(MAX_DURATION);
  }

  CsvExport(Duration maxDuration) {
    this.maxDuration = maxDuration;
  }

  /**
   * The content of a file.
   *
   * @param name of the file
   * @param pages of the list
   */
  public record Sheet<T>(
      String name,
      Columns<T> columns,
      Function<PageRequest, Findings<T>> pages,
      Function<T, UUID> id) {}

  /** The columns of a file, with the texts of their cells in the time zone of the reports. */
  public record Columns<T>(Map<String, BiFunction<T, ZoneId, String>> cells) {
    private static final DateTimeFormatter LOCAL =
        DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT);

    public Columns() {
      this(Map.of());
    }

    public Columns<T> column(String name, Function<T, String> cell) {
      return with(name, (row, _) -> cell.apply(row));
    }

    /** Adds the time at which the object was created, in UTC and in the reporting time zone. */
    public Columns<T> created(Function<T, Instant> time) {
      return column("created", row -> time.apply(row).toString())
          .with("created_local", (row, zone) -> LOCAL.format(time.apply(row).atZone(zone)));
    }

    private Columns<T> with(String name, BiFunction<T, ZoneId, String> cell) {
      var all = new LinkedHashMap<>(cells);
      all.put(name, cell);
      return new Columns<>(all);
    }

    /** Adds a column of which some cells are empty. */
    public Columns<T> optional(String name, Function<T, Optional<String>> cell) {
      return column(name, row -> cell.apply(row).orElse(""));
    }

    private String head() {
      return Csv.line(List.copyOf(cells.keySet()));
    }

    private String line(T row, ZoneId zone) {
      return Csv.line(cells.values().stream().map(cell -> cell.apply(row, zone)).toList());
    }
  }

  public boolean isBusy() {
    return places.availablePermits() == 0;
  }

  /** Returns the whole list, in its order. */
  public <T> Answer of(Sheet<T> sheet, boolean oldestFirst) {
    ZoneId zone = TimeText.reportZone(); // the file is written after the page's scope
    return Answer.stream("text/csv; charset=utf-8", out -> write(sheet, oldestFirst, zone, out))
        .with("Content-Disposition", "attachment; filename=\"" + sheet.name + "\"");
  }

  private <T> void write(Sheet<T> sheet, boolean oldestFirst, ZoneId zone, OutputStream out)
      throws IOException {
    if (!places.tryAcquire()) {
      throw new IOException("more than " + MAX_AT_ONCE + " exports at the same time");
    }
    try {
      writePages(sheet, oldestFirst, zone, out);
    } finally {
      places.release();
    }
  }

  private <T> void writePages(Sheet<T> sheet, boolean oldestFirst, ZoneId zone, OutputStream out)
      throws IOException {
    long begun = System.nanoTime();
    out.write(sheet.columns.head().getBytes(StandardCharsets.UTF_8));
    Optional<UUID> last = oldestFirst ? Optional.of(LOWEST) : Optional.empty();
    do {
      if (System.nanoTime() - begun > maxDuration.toNanos()) {
        throw new IOException("an export took longer than " + maxDuration);
      }
      PageRequest request =
          oldestFirst
              ? new PageRequest(PageRequest.MAX_LIMIT, Optional.empty(), last)
              : new PageRequest(PageRequest.MAX_LIMIT, last, Optional.empty());
      Findings<T> found = sheet.pages.apply(request);
      List<T> rows = found.page().data();
      out.write(
          (oldestFirst ? rows.reversed() : rows)
              .stream()
                  .map(row -> sheet.columns.line(row, zone))
                  .collect(Collectors.joining())
                  .getBytes(StandardCharsets.UTF_8));
      last = found.next(request, sheet.id);
    } while (last.isPresent());
  }
}
