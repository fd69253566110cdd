package florin.books.file;

import florin.books.file.CsvReader.Row;
import florin.connector.SettlementLine;
import florin.connector.SettlementLine.Original;
import florin.connector.SettlementListing.ReportedPayout;
import florin.core.Currency;
import florin.core.Id;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Reads a settlement file completely, or rejects it. */
public final class SettlementFileReader {
  /** The most characters of a mapping. */
  public static final int MAX_MAPPING = MappingReader.MAX_LENGTH;

  private final LineMapping mapping;

  /** The formats that Florin reads. */
  public enum FileFormat {
    /** Florin's own. */
    CSV,
    ADYEN_SETTLEMENT_DETAILS,
    STRIPE_PAYOUT_RECONCILIATION,
    /** As a mapping describes it. */
    MAPPING;

    /** Returns the text in SQL and JSON. */
    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * The content of a file.
   *
   * @param lines can have payouts that the file doesn't report
   * @param places the lines of the file on which rows begin, by their references
   */
  public record FileContent(
      List<SettlementLine> lines, List<ReportedPayout> payouts, Map<String, Integer> places) {
    public FileContent {
      lines = List.copyOf(lines);
      payouts = List.copyOf(payouts);
      places = Map.copyOf(places);
    }
  }

  /** A line of the file and its place. */
  private record Placed(int place, SettlementLine line) {}

  /**
   * What a payout consists of, in minor units. The bank gets the gross amount of its row, and the
   * fee for the payout is one of its lines.
   */
  private static final class PayoutSums {
    private final int place;
    private final Currency currency;
    private long lines;
    private long paid;
    private long returned;
    private boolean isPaid;
    private boolean isFailed;
    private Instant arrives;

    private PayoutSums(Placed first) {
      this.place = first.place();
      this.currency = first.line().currency();
      this.arrives = first.line().availableAt();
    }

    private long amount() {
      return isPaid ? paid : isFailed ? returned : lines;
    }

    private void add(Placed placed) throws SettlementFileException {
      SettlementLine line = placed.line();
      if (!line.currency().equals(currency)) {
        throw new SettlementFileException(
            placed.place(), "The lines of a payout have different currencies.");
      }
      try {
        switch (line.type()) {
          case PAYOUT -> {
            paid = Math.subtractExact(paid, line.gross());
            lines = Math.subtractExact(lines, line.fee());
            isPaid = true;
          }
          case PAYOUT_FAILURE -> {
            returned = Math.addExact(returned, line.gross());
            isFailed = true;
          }
          default -> lines = Math.addExact(lines, line.net());
        }
      } catch (ArithmeticException _) {
        throw new SettlementFileException(placed.place(), "The payout's amount is too large.");
      }
      arrives = line.availableAt().isAfter(arrives) ? line.availableAt() : arrives;
    }
  }

  /** Creates a reader of a ready-made format. */
  public SettlementFileReader(FileFormat format) {
    this(LineMapping.of(format.text()));
  }

  private SettlementFileReader(LineMapping mapping) {
    this.mapping = mapping;
  }

  /**
   * Returns a reader of files that a mapping describes.
   *
   * @throws SettlementFileException with the line of the mapping
   */
  public static SettlementFileReader of(String mapping) throws SettlementFileException {
    return new SettlementFileReader(MappingReader.read(mapping));
  }

  /** Reads a file. The messages of exceptions quote no values of the file. */
  public FileContent read(byte[] file) throws SettlementFileException {
    List<Row> rows = CsvReader.read(file, mapping.separator());
    if (rows.isEmpty()) {
      throw new SettlementFileException(1, "The file is empty.");
    }
    Map<String, Integer> columns = columns(rows.getFirst());
    Map<String, Integer> places = new HashMap<>();
    List<Placed> lines = new ArrayList<>();
    for (Row row : rows.subList(1, rows.size())) {
      var mapped = new MappedRow(row, columns, mapping.values());
      if (!mapping.ignored().contains(mapped.text(mapping.type()))) {
        SettlementLine line = line(mapped);
        Integer earlier = places.putIfAbsent(line.reference(), row.line());
        if (earlier != null) {
          throw mapped.fault("The row has the same reference as line %d.".formatted(earlier));
        }
        lines.add(new Placed(row.line(), line));
      }
    }
    return content(lines, places);
  }

  private Map<String, Integer> columns(Row header) throws SettlementFileException {
    Map<String, Integer> columns = new HashMap<>();
    for (int i = 0; i < header.fields().size(); i++) {
      if (columns.put(header.fields().get(i).strip(), i) != null) {
        throw new SettlementFileException(header.line(), "The header names a column twice.");
      }
    }
    for (String column : required()) {
      if (!columns.containsKey(column)) {
        throw new SettlementFileException(
            header.line(), "The header has no column %s.".formatted(column));
      }
    }
    return columns;
  }

  /** Returns the columns that every file has; Florin's reference may be missing. */
  private Set<String> required() {
    var names = new HashSet<String>();
    Stream.of(
            mapping.reference(),
            List.of(mapping.type(), mapping.occurred()),
            mapping.gross(),
            mapping.fee(),
            mapping.tax(),
            mapping.net(),
            mapping.original())
        .flatMap(List::stream)
        .forEach(name -> names.add(name.startsWith("-") ? name.substring(1) : name));
    Stream.of(
            mapping.currency(),
            mapping.originalCurrency(),
            mapping.available(),
            mapping.zone(),
            mapping.payout())
        .flatMap(Optional::stream)
        .forEach(names::add);
    return names;
  }

  private SettlementLine line(MappedRow row) throws SettlementFileException {
    SettlementLine.Type type = type(row);
    Currency currency =
        mapping.fixedCurrency().isPresent()
            ? mapping.fixedCurrency().get()
            : row.currency(mapping.currency().orElseThrow());
    Instant occurredAt = row.time(mapping.occurred(), mapping.zone());
    Optional<String> payout = row.find(mapping.payout());
    String reference = row.joined(mapping.reference(), ":");
    if (reference.isEmpty() || reference.length() > SettlementLine.MAX_REFERENCE) {
      throw row.fault(
          "The reference must have 1 to %d characters.".formatted(SettlementLine.MAX_REFERENCE));
    }
    if (payout.isEmpty()
        && (type == SettlementLine.Type.PAYOUT || type == SettlementLine.Type.PAYOUT_FAILURE)) {
      throw row.fault("The payout has no reference.");
    }
    String description = row.joined(mapping.description(), " ");
    if (description.length() > SettlementLine.MAX_DESCRIPTION) {
      throw row.fault(
          "The description has more than %d characters.".formatted(SettlementLine.MAX_DESCRIPTION));
    }
    Parts parts = parts(row, currency, type);
    Instant availableAt =
        mapping.available().isPresent() && row.find(mapping.available()).isPresent()
            ? row.time(mapping.available().get(), mapping.zone())
            : occurredAt;
    Optional<Id> subject =
        row.subject(mapping.subject().stream().filter(row.columns()::containsKey).toList());
    long tax = row.sum(mapping.tax(), currency, mapping.isMinor());
    Optional<Original> original = original(row, currency, parts.gross());
    try {
      return new SettlementLine(
          reference,
          type,
          subject,
          currency,
          parts.gross(),
          parts.fee(),
          tax,
          original,
          description,
          occurredAt,
          availableAt,
          payout);
    } catch (IllegalArgumentException _) {
      throw row.fault(
          "A reference has a control character, a time is not in this century, or an amount is too large.");
    }
  }

  private SettlementLine.Type type(MappedRow row) throws SettlementFileException {
    SettlementLine.Type known = mapping.types().get(row.text(mapping.type()));
    if (known != null) {
      return known;
    }
    return mapping
        .otherType()
        .orElseThrow(() -> row.fault("%s is no known type.".formatted(mapping.type())));
  }

  /** The amount of a line and its fee, in minor units. */
  private record Parts(long gross, long fee) {}

  private Parts parts(MappedRow row, Currency currency, SettlementLine.Type type)
      throws SettlementFileException {
    if (!row.hasAny(mapping.gross()) && !row.hasAny(mapping.net())) {
      throw row.fault("The row has no amount.");
    }
    long fee = row.sum(mapping.fee(), currency, mapping.isMinor());
    long net =
        mapping.net().isEmpty()
            ? row.sum(mapping.gross(), currency, mapping.isMinor()) - fee
            : row.sum(mapping.net(), currency, mapping.isMinor());
    long gross =
        mapping.gross().isEmpty()
            ? net + fee
            : row.sum(mapping.gross(), currency, mapping.isMinor());
    if (net != gross - fee) {
      throw row.fault("The net amount is not the amount less the fee.");
    }
    return type == SettlementLine.Type.FEE ? new Parts(0, -net) : new Parts(gross, fee);
  }

  /**
   * Returns the amount in the currency of the payment. Providers differ in the column of its sign,
   * so it has the sign of the amount. Without a conversion, both must be equal.
   */
  private Optional<Original> original(MappedRow row, Currency currency, long gross)
      throws SettlementFileException {
    if (!row.hasAny(mapping.original()) || row.find(mapping.originalCurrency()).isEmpty()) {
      return Optional.empty();
    }
    Currency from = row.currency(mapping.originalCurrency().orElseThrow());
    long size = Math.abs(row.sum(mapping.original(), from, mapping.isMinor()));
    if (!from.equals(currency)) {
      return Optional.of(new Original(from, gross < 0 ? -size : size));
    }
    if (size != Math.abs(gross)) {
      throw row.fault("The net amount is not the amount less the fee.");
    }
    return Optional.empty();
  }

  private FileContent content(List<Placed> lines, Map<String, Integer> places)
      throws SettlementFileException {
    Map<String, PayoutSums> payouts = new LinkedHashMap<>();
    for (Placed placed : lines) {
      Optional<String> payout = placed.line().payout();
      if (payout.isPresent()) {
        PayoutSums sums = payouts.computeIfAbsent(payout.get(), _ -> new PayoutSums(placed));
        sums.add(placed);
      }
    }
    if (mapping.hasPayoutRows()) {
      payouts.values().removeIf(sums -> !sums.isPaid && !sums.isFailed);
    }
    var reported = new ArrayList<ReportedPayout>();
    for (Map.Entry<String, PayoutSums> payout : payouts.entrySet()) {
      reported.add(reported(payout.getKey(), payout.getValue()));
    }
    return new FileContent(lines.stream().map(Placed::line).toList(), reported, places);
  }

  private ReportedPayout reported(String reference, PayoutSums sums)
      throws SettlementFileException {
    if (mapping.hasWholePayouts() && sums.isPaid && sums.paid != sums.lines) {
      throw new SettlementFileException(
          sums.place, "The lines of a payout don't add up to its amount.");
    }
    try {
      return new ReportedPayout(
          reference,
          sums.isFailed ? ReportedPayout.Status.FAILED : ReportedPayout.Status.IN_TRANSIT,
          sums.currency,
          sums.amount(),
          LocalDate.ofInstant(sums.arrives, ZoneOffset.UTC),
          Optional.empty(),
          Optional.empty(),
          mapping.hasWholePayouts());
    } catch (IllegalArgumentException _) {
      throw new SettlementFileException(
          sums.place,
          "The payout's reference has a control character or more than %d characters, or its amount is too large."
              .formatted(SettlementLine.MAX_REFERENCE));
    }
  }
}
