package florin.bank.account;

import florin.bank.account.ReceivingAccount.Details;
import florin.bank.account.ReceivingAccounts.AccountChange;
import florin.bank.account.ReceivingAccounts.NewReceivingAccount;
import florin.bank.account.ReceivingAccounts.Requester;
import florin.bank.statement.StatementFormat;
import florin.core.Bic;
import florin.core.Currency;
import florin.core.Iban;
import florin.core.Id.ReceivingAccountId;
import florin.core.Page;
import florin.core.Realm;
import florin.http.Answer;
import florin.http.Call;
import florin.http.Cursor;
import florin.http.Exchange;
import florin.http.Format;
import florin.http.Params;
import florin.http.TextFormats;
import florin.idempotency.ResultView;
import java.util.Optional;

/** The endpoints of `/v2/receiving_accounts`. */
public final class ReceivingAccountApi {
  private final ReceivingAccounts accounts;

  public ReceivingAccountApi(ReceivingAccounts accounts) {
    this.accounts = accounts;
  }

  /** The path and body of an update. */
  public record UpdateAccount(ReceivingAccountId id, AccountChange change) {}

  public static NewReceivingAccount readCreate(Exchange exchange) {
    Params body = Params.of(exchange.json());
    Iban iban = body.required("iban", Format.iban());
    Optional<Bic> bic = body.optional("bic", ReceivingAccountFormats.BIC);
    String holder = body.required("holder", TextFormats.accountHolder());
    Currency currency = body.required("currency", ReceivingAccountFormats.CURRENCY);
    StatementFormat format =
        body.optional("statement_format", ReceivingAccountFormats.STATEMENT_FORMAT)
            .orElse(StatementFormat.CAMT_053);
    return body.build(
        () -> new NewReceivingAccount(new Details(iban, bic, holder, currency), format));
  }

  public Answer create(Call<NewReceivingAccount> call) {
    return ResultView.of(
        accounts.add(call.realm(), ResultView.origin(call), Requester.KEY, call.input()),
        ReceivingAccountView::of);
  }

  public static Cursor<ReceivingAccountId> readList(Exchange exchange) {
    Params query = Params.of(exchange.query());
    Cursor<ReceivingAccountId> cursor = Cursor.read(query, ReceivingAccountId.KIND);
    return query.build(() -> cursor);
  }

  public Answer list(Call<Cursor<ReceivingAccountId>> call) {
    Realm realm = call.realm();
    Page<ReceivingAccount> page =
        accounts.list(realm, call.input().page(id -> accounts.find(realm, id).isPresent()));
    return Answer.list("/v2/receiving_accounts", page, ReceivingAccountView::of);
  }

  public static ReceivingAccountId readId(Exchange exchange) {
    return exchange.pathId(ReceivingAccountId.KIND);
  }

  public Answer retrieve(Call<ReceivingAccountId> call) {
    return Answer.found(
        call.input(), accounts.find(call.realm(), call.input()), ReceivingAccountView::of);
  }

  public static UpdateAccount readUpdate(Exchange exchange) {
    ReceivingAccountId id = readId(exchange);
    Params body = Params.of(exchange.json());
    body.notUpdatable("iban", "currency", "uploads_allowed");
    Optional<Bic> bic = body.optional("bic", ReceivingAccountFormats.BIC);
    Optional<String> holder = body.optional("holder", TextFormats.accountHolder());
    Optional<StatementFormat> format =
        body.optional("statement_format", ReceivingAccountFormats.STATEMENT_FORMAT);
    return body.build(() -> new UpdateAccount(id, new AccountChange(bic, holder, format)));
  }

  public Answer update(Call<UpdateAccount> call) {
    UpdateAccount input = call.input();
    return ResultView.of(
        accounts.update(call.realm(), input.id(), ResultView.origin(call), input.change()),
        ReceivingAccountView::of);
  }

  public Answer enable(Call<ReceivingAccountId> call) {
    return ResultView.of(
        accounts.enable(call.realm(), call.input(), ResultView.origin(call)),
        ReceivingAccountView::of);
  }

  public Answer disable(Call<ReceivingAccountId> call) {
    return ResultView.of(
        accounts.disable(call.realm(), call.input(), ResultView.origin(call)),
        ReceivingAccountView::of);
  }
}
