package florin.books;

import florin.books.MissingSettlementStore.Covered;
import florin.books.SettlementFileStore.SettlementFile;
import florin.books.file.SettlementFileException;
import florin.books.file.SettlementFileReader;
import florin.books.file.SettlementFileReader.FileContent;
import florin.books.file.SettlementFileReader.FileFormat;
import florin.connector.SettlementLine;
import florin.core.ErrorCode;
import florin.core.Id.SettlementId;
import florin.core.IdSource;
import florin.core.Problem;
import florin.core.Realm;
import florin.core.Refusal;
import florin.core.Sha256;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Optional;
import java.util.Set;

/** The import of settlement files, each completely or not at all. */
final class SettlementImports {
  private final SettlementFileStore files;
  private final Settlements settlements;
  private final MissingSettlementStore missing;
  private final IdSource ids;
  private final InstantSource clock;

  SettlementImports(
      SettlementFileStore files,
      Settlements settlements,
      MissingSettlementStore missing,
      IdSource ids,
      InstantSource clock) {
    this.files = files;
    this.settlements = settlements;
    this.missing = missing;
    this.ids = ids;
    this.clock = clock;
  }

  /** A file of a connector. */
  record NewFile(
      String connector, FileFormat format, SettlementFileReader reader, Optional<String> name) {}

  /** Imports a file, or returns the earlier import of the same content. */
  SettlementFile take(Realm realm, NewFile file, byte[] content) {
    byte[] sha256 = Sha256.of(content);
    return files
        .find(realm, file.connector(), sha256)
        .orElseGet(() -> add(realm, file, read(file.reader(), content), sha256));
  }

  private SettlementFile add(Realm realm, NewFile file, FileContent content, byte[] sha256) {
    requireSame(settlements.listChanged(realm, file.connector(), content.lines()), content);
    try {
      return addNew(realm, file, content, sha256);
    } catch (IllegalStateException failed) {
      return files
          .find(realm, file.connector(), sha256) // another request imported it at the same time
          .orElseThrow(() -> failed);
    }
  }

  private static FileContent read(SettlementFileReader reader, byte[] file) {
    try {
      FileContent content = reader.read(file);
      if (content.lines().isEmpty()) {
        throw invalid("The file has no lines.");
      }
      return content;
    } catch (SettlementFileException reason) {
      throw invalid("Line %d: %s".formatted(reason.line(), reason.getMessage()));
    }
  }

  private SettlementFile addNew(Realm realm, NewFile file, FileContent content, byte[] sha256) {
    var added =
        new SettlementFile(
            realm,
            new SettlementId(ids.next()),
            file.connector(),
            file.format().text(),
            file.name(),
            content.lines().size(),
            clock.instant());
    settlements.add(
        realm,
        file.connector(),
        linked(realm, file.connector(), content),
        content.payouts(),
        Optional.of(added.id().uuid()),
        (connection, changed) -> {
          requireSame(changed, content);
          SettlementFileStore.adding(added, sha256).run(connection, changed);
        });
    missing.compare(covered(realm, file.connector(), content.lines()), added.created());
    return added;
  }

  /** A file has all movements between its first and its last. */
  private static Covered covered(Realm realm, String connector, List<SettlementLine> lines) {
    LongSummaryStatistics times =
        lines.stream().mapToLong(line -> line.occurredAt().toEpochMilli()).summaryStatistics();
    return new Covered(
        realm,
        connector,
        Instant.ofEpochMilli(times.getMin()),
        Instant.ofEpochMilli(times.getMax()));
  }

  /** Returns the lines without payouts that neither this file nor an earlier report has. */
  private List<SettlementLine> linked(Realm realm, String connector, FileContent content) {
    Set<String> known = new HashSet<>(settlements.listReported(realm, connector, content.lines()));
    content.payouts().forEach(payout -> known.add(payout.reference()));
    return content.lines().stream()
        .map(line -> line.payout().map(known::contains).orElse(true) ? line : unlinked(line))
        .toList();
  }

  private static SettlementLine unlinked(SettlementLine line) {
    return new SettlementLine(
        line.reference(),
        line.type(),
        line.subject(),
        line.currency(),
        line.gross(),
        line.fee(),
        line.tax(),
        line.original(),
        line.description(),
        line.occurredAt(),
        line.availableAt(),
        Optional.empty());
  }

  private static void requireSame(List<String> changed, FileContent content) {
    if (!changed.isEmpty()) {
      Integer first = content.places().get(changed.getFirst());
      throw invalid(
          changed.size() == 1
              ? "1 line was reported before with other amounts: line %d.".formatted(first)
              : "%d lines were reported before with other amounts. The first is line %d."
                  .formatted(changed.size(), first));
    }
  }

  private static Refusal invalid(String reason) {
    return new Problem.BadRequest(
            ErrorCode.SETTLEMENT_INVALID, reason + " Correct the file; no line was imported.")
        .refusal();
  }
}
