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
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Optional;

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

  private SettlementFile add(Realm realm, NewFile file, FileContent content, byte[] sha256) {
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
        content.lines(),
        content.payouts(),
        Optional.of(added.id().uuid()),
        (connection, changed) -> {
          requireSame(changed);
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

  private static void requireSame(List<String> changed) {
    if (!changed.isEmpty()) {
      throw invalid("Lines reported before with other amounts: %d.".formatted(changed.size()));
    }
  }

  private static Refusal invalid(String reason) {
    return new Problem.BadRequest(
            ErrorCode.SETTLEMENT_INVALID, reason + " Correct the file; no line was imported.")
        .refusal();
  }
}
