package florin.bank.imports;

import florin.bank.imports.BankFile.Source;
import florin.bank.imports.ImportView.StatementView;
import florin.bank.imports.StatementImports.ImportResult;
import florin.core.Id.BankStatementId;
import florin.core.Id.ReceivingAccountId;
import florin.core.Page;
import florin.core.Realm;
import florin.http.Answer;
import florin.http.Call;
import florin.http.Cursor;
import florin.http.Exchange;
import florin.http.Format;
import florin.http.Params;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The endpoints of `/v2/bank_statements`. */
public final class BankStatementApi {
  /** The most bytes of an upload; larger files must use the watch folder. */
  public static final int MAX_BYTES = 16 << 20;

  private static final List<String> MEDIA_TYPES =
      List.of("application/xml", "text/xml", "text/plain", "application/octet-stream");

  private final StatementImports intake;
  private final BankStatementStore statements;
  private final Runnable onTaken;

  /**
   * Creates the endpoints.
   *
   * @param onTaken runs when there are entries to match
   */
  public BankStatementApi(
      StatementImports intake, BankStatementStore statements, Runnable onTaken) {
    this.intake = intake;
    this.statements = statements;
    this.onTaken = onTaken;
  }

  /**
   * The request `POST /v2/bank_statements`.
   *
   * @param file the bank's file, unchanged
   * @param account the only account that the file may belong to
   */
  public record TakeStatements(Path file, Optional<ReceivingAccountId> account) {}

  public static TakeStatements readFile(Exchange exchange) {
    Params query = Params.of(exchange.query());
    Optional<ReceivingAccountId> account = account(query);
    return query.build(() -> {
      exchange.requireMediaType(MEDIA_TYPES);
      return new TakeStatements(exchange.bodyFile(), account);
    });
  }

  private static Optional<ReceivingAccountId> account(Params query) {
    return query.optional("receiving_account", Format.id(ReceivingAccountId.KIND));
  }

  public Answer create(Call<TakeStatements> call) {
    ImportResult result =
        intake.take(call.realm(), Source.API, call.input().file(), call.input().account());
    onTaken.run();
    return Answer.json(200, ImportView.of(result));
  }

  public static BankStatementId readId(Exchange exchange) {
    return exchange.pathId(BankStatementId.KIND);
  }

  public Answer retrieve(Call<BankStatementId> call) {
    return Answer.found(
        call.input(), statements.find(call.realm(), call.input()), StatementView::of);
  }

  /** The query of `GET /v2/bank_statements`. */
  public record ListStatements(
      Cursor<BankStatementId> cursor, Optional<ReceivingAccountId> account) {}

  public static ListStatements readList(Exchange exchange) {
    Params query = Params.of(exchange.query());
    Cursor<BankStatementId> cursor = Cursor.read(query, BankStatementId.KIND);
    Optional<ReceivingAccountId> account = account(query);
    return query.build(() -> new ListStatements(cursor, account));
  }

  public Answer list(Call<ListStatements> call) {
    Realm realm = call.realm();
    Page<BankStatement> page =
        statements.list(
            realm,
            call.input().account(),
            call.input().cursor().page(id -> statements.find(realm, id).isPresent()));
    return Answer.list("/v2/bank_statements", page, StatementView::of);
  }
}
