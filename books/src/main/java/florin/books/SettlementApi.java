package florin.books;

import florin.books.FileLineStore.LineStatus;
import florin.books.SettlementFileStore.SettlementFile;
import florin.books.SettlementImports.NewFile;
import florin.books.file.SettlementFileException;
import florin.books.file.SettlementFileReader;
import florin.books.file.SettlementFileReader.FileFormat;
import florin.core.ErrorCode;
import florin.core.Id.ConnectorId;
import florin.core.Id.SettlementId;
import florin.core.Id.SettlementLineId;
import florin.core.IdSource;
import florin.core.Page;
import florin.core.Problem;
import florin.core.Realm;
import florin.core.Refusal;
import florin.db.Db;
import florin.http.Answer;
import florin.http.Call;
import florin.http.Cursor;
import florin.http.Exchange;
import florin.http.Format;
import florin.http.Params;
import florin.http.TextFormats;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiPredicate;

/** The endpoints of `/v2/settlements`. */
public final class SettlementApi {
  /** The most bytes of a file. */
  public static final int MAX_BYTES = 16 << 20;

  private static final List<String> MEDIA_TYPES =
      List.of("text/csv", "text/plain", "application/octet-stream");

  private static final Format<FileFormat> FORMAT =
      Format.choice(List.of(FileFormat.values()), FileFormat::text);

  private static final Format<String> FILE_NAME = TextFormats.line(60);

  private static final Format<String> MAPPING =
      TextFormats.of(
          Format.text(
              "must have 1 to 4,000 characters",
              "",
              text ->
                  Optional.of(text)
                      .filter(
                          it -> !it.isBlank() && it.length() <= SettlementFileReader.MAX_MAPPING)));

  private static final Format<LineStatus> STATUS =
      Format.choice(List.of(LineStatus.values()), LineStatus::text);

  private final SettlementFileStore files;
  private final FileLineStore lines;
  private final SettlementImports imports;
  private final BiPredicate<Realm, ConnectorId> connectors;

  /**
   * Creates the endpoints.
   *
   * @param connectors returns whether a realm has a connector
   */
  public SettlementApi(
      Db db,
      Settlements settlements,
      BiPredicate<Realm, ConnectorId> connectors,
      IdSource ids,
      InstantSource clock) {
    this.files = new SettlementFileStore(db);
    this.lines = new FileLineStore(db);
    this.imports =
        new SettlementImports(files, settlements, new MissingSettlementStore(db), ids, clock);
    this.connectors = connectors;
  }

  /** The request `POST /v2/settlements`. */
  public record TakeFile(NewFile about, Path file) {}

  public static TakeFile readFile(Exchange exchange) {
    Params query = Params.of(exchange.query());
    String connector = query.required("connector", PayoutApi.CONNECTOR);
    FileFormat format = query.required("format", FORMAT);
    Optional<String> name = query.optional("file_name", FILE_NAME);
    Optional<String> mapping = query.optional("mapping", MAPPING);
    return query.build(() -> {
      exchange.requireMediaType(MEDIA_TYPES);
      return new TakeFile(
          new NewFile(connector, format, reader(format, mapping), name), exchange.bodyFile());
    });
  }

  private static SettlementFileReader reader(FileFormat format, Optional<String> mapping) {
    if (mapping.isPresent() != (format == FileFormat.MAPPING)) {
      throw invalidMapping("is for the format mapping, which needs it");
    }
    if (mapping.isEmpty()) {
      return new SettlementFileReader(format);
    }
    try {
      return SettlementFileReader.of(mapping.get());
    } catch (SettlementFileException reason) {
      throw invalidMapping("line %d: %s".formatted(reason.line(), reason.getMessage()));
    }
  }

  private static Refusal invalidMapping(String reason) {
    return Problem.BadParameters.of(
            "mapping",
            ErrorCode.PARAMETER_INVALID,
            "mapping %s. Correct it; nothing was imported."
                .formatted(reason.replaceFirst("\\.$", "")))
        .refusal();
  }

  /**
   * A file as the API shows it, field by field.
   *
   * @param counts empty in lists, because counting compares each line
   */
  record SettlementView(
      SettlementId id,
      String object,
      String connector,
      String format,
      Optional<String> fileName,
      int lines,
      Optional<CountsView> counts,
      Instant created,
      boolean livemode) {}

  /**
   * The numbers of lines by status.
   *
   * @param alreadyKnown lines that were reported before this file
   */
  record CountsView(
      long matched, long amountDiffers, long missingHere, long other, long alreadyKnown) {}

  public Answer create(Call<TakeFile> call) {
    Realm realm = call.realm();
    NewFile file = call.input().about();
    boolean exists =
        ConnectorId.KIND
            .parse(file.connector())
            .map(id -> connectors.test(realm, id))
            .orElse(!realm.isLive());
    if (!exists) {
      throw Problem.BadParameters.of(
              "connector",
              ErrorCode.RESOURCE_MISSING,
              "connector does not exist in this account and mode. Check the id; nothing was imported.")
          .refusal();
    }
    try {
      byte[] content = Files.readAllBytes(call.input().file());
      return Answer.json(200, counted(imports.take(realm, file, content)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private SettlementView counted(SettlementFile file) {
    Map<LineStatus, Long> counts = lines.count(file.realm(), file.id());
    long added = counts.values().stream().mapToLong(Long::longValue).sum();
    return view(
        file,
        Optional.of(
            new CountsView(
                counts.getOrDefault(LineStatus.MATCHED, 0L),
                counts.getOrDefault(LineStatus.AMOUNT_DIFFERS, 0L),
                counts.getOrDefault(LineStatus.MISSING_HERE, 0L),
                counts.getOrDefault(LineStatus.OTHER, 0L),
                file.lines() - added)));
  }

  private static SettlementView view(SettlementFile file, Optional<CountsView> counts) {
    return new SettlementView(
        file.id(),
        "settlement",
        file.connector(),
        file.format(),
        file.name(),
        file.lines(),
        counts,
        file.created(),
        file.realm().isLive());
  }

  public static SettlementId readId(Exchange exchange) {
    return exchange.pathId(SettlementId.KIND);
  }

  public Answer retrieve(Call<SettlementId> call) {
    return Answer.found(call.input(), files.find(call.realm(), call.input()), this::counted);
  }

  public static Cursor<SettlementId> readList(Exchange exchange) {
    Params query = Params.of(exchange.query());
    Cursor<SettlementId> cursor = Cursor.read(query, SettlementId.KIND);
    return query.build(() -> cursor);
  }

  public Answer list(Call<Cursor<SettlementId>> call) {
    Realm realm = call.realm();
    Page<SettlementFile> page =
        files.list(realm, call.input().page(id -> files.find(realm, id).isPresent()));
    return Answer.list("/v2/settlements", page, file -> view(file, Optional.empty()));
  }

  /** The path and query of `GET /v2/settlements/{id}/lines`. */
  public record ListFileLines(
      SettlementId file, Cursor<SettlementLineId> cursor, Optional<String> status) {}

  public static ListFileLines readLines(Exchange exchange) {
    SettlementId file = readId(exchange);
    Params query = Params.of(exchange.query());
    Cursor<SettlementLineId> cursor = Cursor.read(query, SettlementLineId.KIND);
    Optional<String> status = query.optional("status", STATUS).map(LineStatus::text);
    return query.build(() -> new ListFileLines(file, cursor, status));
  }

  public Answer listLines(Call<ListFileLines> call) {
    Realm realm = call.realm();
    SettlementId file = call.input().file();
    if (files.find(realm, file).isEmpty()) {
      throw file.notFound();
    }
    return Answer.list(
        "/v2/settlements/" + file + "/lines",
        lines.list(
            realm,
            file,
            call.input().status(),
            call.input().cursor().page(id -> lines.has(realm, id))),
        PayoutApi.LineView::of);
  }
}
