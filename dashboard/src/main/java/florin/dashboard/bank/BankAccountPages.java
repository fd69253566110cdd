package florin.dashboard.bank;

import florin.bank.account.ReceivingAccount;
import florin.bank.account.ReceivingAccount.Details;
import florin.bank.account.ReceivingAccount.KeyAccess;
import florin.bank.account.ReceivingAccountFormats;
import florin.bank.account.ReceivingAccounts;
import florin.bank.account.ReceivingAccounts.NewReceivingAccount;
import florin.bank.account.ReceivingAccounts.Requester;
import florin.bank.statement.StatementFormat;
import florin.core.Bic;
import florin.core.Currency;
import florin.core.Iban;
import florin.core.Id.ReceivingAccountId;
import florin.core.Page;
import florin.core.PageRequest;
import florin.core.Refusal;
import florin.dashboard.parts.BankText;
import florin.dashboard.parts.DashboardRequest;
import florin.dashboard.parts.Pager;
import florin.dashboard.parts.Paging;
import florin.dashboard.parts.Response;
import florin.dashboard.parts.Response.Done;
import florin.dashboard.parts.SelectOption;
import florin.dashboard.payments.CurrencyChoice;
import florin.dashboard.payments.NewPaymentPages;
import florin.http.Form;
import florin.http.Format;
import florin.http.TextFormats;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The pages of `/dashboard/bank-accounts`: the bank accounts to which payers send money. */
public final class BankAccountPages {
  public static final String PATH = "/dashboard/bank-accounts";
  public static final String NEW = PATH + "/new";

  private static final String NEW_TITLE = "Add bank account";

  private static final Format<Boolean> ALLOWED =
      Format.choice(List.of(true, false), String::valueOf);

  private final ReceivingAccounts accounts;

  public BankAccountPages(ReceivingAccounts accounts) {
    this.accounts = accounts;
  }

  /**
   * The list.
   *
   * @param takesTransfers whether any of the shown accounts is enabled
   */
  public record ListView(List<ReceivingAccount> accounts, boolean takesTransfers, Pager pager) {
    public ListView {
      accounts = List.copyOf(accounts);
    }
  }

  /**
   * The form.
   *
   * @param asksForPassword whether the form includes the password, so that no page asks for it in
   *     between
   */
  public record NewAccountView(
      Form form, CurrencyChoice currencies, List<SelectOption> formats, boolean asksForPassword) {}

  public Response list(DashboardRequest visit) {
    var paging = new Paging(PATH, visit.query(), List.of());
    PageRequest asked = paging.request(ReceivingAccountId.KIND);
    Page<ReceivingAccount> page = accounts.list(visit.realm(), asked);
    return Response.Page.of(
        "bank-accounts",
        "Bank accounts",
        new ListView(
            page.data(),
            page.data().stream().anyMatch(ReceivingAccount::isEnabled),
            paging.pager(asked, page, ReceivingAccount::id)));
  }

  public Response showNew(DashboardRequest visit) {
    return Response.Page.of(
        "bank-account-new", NEW_TITLE, view(visit, Form.of(Map.of("currency", "EUR"))));
  }

  public Response create(DashboardRequest visit) {
    Form form = visit.form();
    Iban iban = form.required("iban", Format.iban());
    Optional<Bic> bic = form.optional("bic", ReceivingAccountFormats.BIC);
    String holder = form.required("holder", TextFormats.accountHolder());
    Currency currency = form.required("currency", NewPaymentPages.CURRENCY);
    StatementFormat format =
        form.required("statement_format", ReceivingAccountFormats.STATEMENT_FORMAT);
    if (form.isGood()) {
      try {
        visit.note(iban.toString());
        var wanted = new NewReceivingAccount(new Details(iban, bic, holder, currency), format);
        ReceivingAccount made =
            accounts
                .add(
                    visit.realm(),
                    visit.auditedOrigin(
                        ReceivingAccount.class, account -> visit.about(account.id())),
                    Requester.PERSON,
                    wanted)
                .value();
        return Done.to(PATH)
            .saying(
                made.isEnabled()
                    ? "Bank account added. New bank transfers go to it."
                    : "Bank account added. To use it, disable the other account in this currency, then enable this one.");
      } catch (Refusal refused) {
        form.wrong("", refused.problem());
      }
    }
    return Response.Page.again("bank-account-new", NEW_TITLE, view(visit, form));
  }

  public Response enable(DashboardRequest visit) {
    ReceivingAccountId id = visit.id(ReceivingAccountId.KIND);
    accounts.enable(visit.realm(), id, visit.auditedOrigin());
    return Done.to(PATH).saying("Bank account enabled. New bank transfers go to it.");
  }

  public Response disable(DashboardRequest visit) {
    accounts.disable(visit.realm(), visit.id(ReceivingAccountId.KIND), visit.auditedOrigin());
    return Done.to(PATH).saying("Bank account disabled. Transfers that still arrive are recorded.");
  }

  public Response allowUploads(DashboardRequest visit) {
    Form form = visit.form();
    boolean allowed = form.required("allowed", ALLOWED);
    if (!form.isGood()) {
      return Done.to(PATH).warning("Choose whether API keys may upload statements.");
    }
    visit.note(allowed ? "allowed" : "not allowed");
    accounts.allow(
        visit.realm(),
        visit.id(ReceivingAccountId.KIND),
        visit.auditedOrigin(),
        KeyAccess.UPLOADS,
        allowed);
    return Done.to(PATH)
        .saying(
            allowed
                ? "API keys can now upload statements of this account. Each must start with the last closing balance."
                : "API keys can no longer upload statements of this account.");
  }

  private NewAccountView view(DashboardRequest visit, Form form) {
    Stream<Currency> used =
        accounts.list(visit.realm(), PageRequest.first(PageRequest.MAX_LIMIT)).data().stream()
            .map(account -> account.details().currency());
    return new NewAccountView(
        form,
        CurrencyChoice.of(Stream.concat(used, Stream.of(Currency.get("eur")))),
        BankText.formats(),
        !visit.isConfirmed());
  }
}
