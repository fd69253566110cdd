package florin.bench.rows;

import florin.core.Id;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Rows in the text format of `COPY`, with placeholders for the values that differ between copies.
 * These are ids (`uuid` and TypeID), times (`timestamptz` and Unix seconds), the amount, and the
 * order number.
 */
final class RowTemplate {
  /** Distinctive values of a sample, by which its placeholders are found. */
  static final long AMOUNT = 735_918_264;

  static final String ORDER = "order-735918";

  private static final Pattern GAP =
      Pattern.compile(
          "(?<typeid>\\b(?:pay|pm|cus|evt|att|req|re)_[0-9a-z]{26}\\b)"
              + "|(?<uuid>\\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\\b)"
              + "|(?<time>\\b[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9:]{8}(?:\\.[0-9]+)?\\+00\\b)"
              + "|(?<order>"
              + ORDER
              + ")|(?<number>\\b[0-9]{9,10}\\b)");
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss[.SSSSSS][.SSSSS][.SSSS][.SSS][.SS][.S]x");
  private static final DateTimeFormatter WRITTEN =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSSSSS").withZone(ZoneOffset.UTC);

  /** A number this close to the sample's time, in seconds, is a time. */
  private static final long NEAR_SECONDS = 60;

  private static final Map<String, Id.Kind<?>> KINDS =
      Map.of(
          "pay", Id.PaymentId.KIND,
          "pm", Id.PaymentMethodId.KIND,
          "cus", Id.CustomerId.KIND,
          "evt", Id.EventId.KIND,
          "att", Id.AttemptId.KIND,
          "req", Id.RequestId.KIND,
          "re", Id.RefundId.KIND);

  private final List<Piece> pieces;

  private RowTemplate(List<Piece> pieces) {
    this.pieces = List.copyOf(pieces);
  }

  /** A part of the text. */
  private sealed interface Piece {
    record Text(String text) implements Piece {}

    record Uuid(int id) implements Piece {}

    record TypeId(Id.Kind<?> kind, int id) implements Piece {}

    record Time(long microsAfter) implements Piece {}

    record Seconds(long after) implements Piece {}

    record Amount() implements Piece {}

    record Order() implements Piece {}
  }

  /**
   * Parses the rows of a sample.
   *
   * @param ids the sample's ids with their numbers; new ids are added
   * @param made time when the sample was created
   */
  static RowTemplate of(String rows, Map<UUID, Integer> ids, Instant made) {
    var pieces = new ArrayList<Piece>();
    Matcher gaps = GAP.matcher(rows);
    int end = 0;
    while (gaps.find()) {
      Optional<Piece> gap = gap(gaps, ids, made);
      if (gap.isPresent()) {
        pieces.add(new Piece.Text(rows.substring(end, gaps.start())));
        pieces.add(gap.get());
        end = gaps.end();
      }
    }
    pieces.add(new Piece.Text(rows.substring(end)));
    return new RowTemplate(pieces);
  }

  private static Optional<Piece> gap(Matcher found, Map<UUID, Integer> ids, Instant made) {
    String text = found.group();
    if (found.group("typeid") != null) {
      Id.Kind<?> kind =
          Objects.requireNonNull(KINDS.get(text.substring(0, text.indexOf('_'))), text);
      return kind.parse(text).map(id -> new Piece.TypeId(kind, number(id.uuid(), ids)));
    }
    if (found.group("uuid") != null) {
      UUID id = UUID.fromString(text);
      // UUIDs of other versions are not ids, for example the name of a node.
      return id.version() == 7 ? Optional.of(new Piece.Uuid(number(id, ids))) : Optional.empty();
    }
    if (found.group("time") != null) {
      Instant time = TIME.parse(text, Instant::from);
      return Optional.of(new Piece.Time(Duration.between(made, time).toNanos() / 1000));
    }
    if (found.group("order") != null) {
      return Optional.of(new Piece.Order());
    }
    long value = Long.parseLong(text);
    if (value == AMOUNT) {
      return Optional.of(new Piece.Amount());
    }
    long after = value - made.getEpochSecond();
    return Math.abs(after) <= NEAR_SECONDS
        ? Optional.of(new Piece.Seconds(after))
        : Optional.empty();
  }

  private static int number(UUID id, Map<UUID, Integer> ids) {
    return ids.computeIfAbsent(id, _ -> ids.size());
  }

  /** Appends a copy. */
  void appendTo(StringBuilder rows, Values values) {
    for (Piece piece : pieces) {
      switch (piece) {
        case Piece.Text(String text) -> rows.append(text);
        case Piece.Uuid(int id) -> rows.append(values.ids().get(id));
        case Piece.TypeId(var kind, int id) ->
            rows.append(kind.of().apply(values.ids().get(id)).text());
        case Piece.Time(long micros) -> {
          WRITTEN.formatTo(values.made().plusNanos(micros * 1000), rows);
          rows.append("+00");
        }
        case Piece.Seconds(long after) -> rows.append(values.made().getEpochSecond() + after);
        case Piece.Amount() -> rows.append(values.amount());
        case Piece.Order() -> rows.append("order-").append(values.order());
      }
    }
  }

  /**
   * The values of a copy.
   *
   * @param ids ids in the order of their numbers
   */
  record Values(List<UUID> ids, Instant made, long amount, long order) {}
}
