package florin.dashboard.bank;

import florin.bank.account.ReceivingAccount;
import florin.bank.account.ReceivingAccountFormats;
import florin.bank.account.ReceivingAccounts;
import florin.bank.account.ReceivingAccounts.AccountChange;
import florin.bank.imports.BankStatement;
import florin.bank.imports.BankStatementStore;
import florin.bank.imports.BankStatementStore.StatementFilter;
import florin.bank.statement.StatementFormat;
import florin.core.Bic;
import florin.core.Id.ReceivingAccountId;
import florin.core.PageRequest;
import florin.core.Refusal;
import florin.dashboard.parts.BankText;
import florin.dashboard.parts.CodeText;
import florin.dashboard.parts.DashboardRequest;
import florin.dashboard.parts.Fact;
import florin.dashboard.parts.Response;
import florin.dashboard.parts.Response.Done;
import florin.dashboard.parts.SelectOption;
import florin.dashboard.parts.TimeText;
import florin.db.IdTime;
import florin.http.Form;
import florin.http.TextFormats;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;

/** The page of a receiving account: its data, and its latest statements. */
public final class BankAccountPage {
  private static final String EDIT_TITLE = "Edit bank account";

  /** The most statements on the page, the newest. */
  private static final int MOST_STATEMENTS = 5;

  private final ReceivingAccounts accounts;
  private final BankStatementStore statements;
  private final boolean hasFolder;

  /**
   * Creates the page.
   *
   * @param hasFolder whether statements are imported from a folder, with a subfolder for each
   *     account
   */
  public BankAccountPage(
      ReceivingAccounts accounts, BankStatementStore statements, boolean hasFolder) {
    this.accounts = accounts;
    this.statements = statements;
    this.hasFolder = hasFolder;
  }

  /**
   * The page.
   *
   * @param standing the state of the account at the bank
   * @param gap whether a statement is missing
   * @param statements the newest
   */
  public record AccountView(
      ReceivingAccount account,
      List<Fact> facts,
      List<Fact> standing,
      boolean gap,
      List<BankStatement> statements) {
    public AccountView {
      facts = List.copyOf(facts);
      standing = List.copyOf(standing);
      statements = List.copyOf(statements);
    }
  }

  /**
   * The form.
   *
   * @param asksForPassword whether the form includes the password, so that no page asks for it in
   *     between
   */
  public record AccountEditView(
      String path, String iban, Form form, List<SelectOption> formats, boolean asksForPassword) {
    public AccountEditView {
      formats = List.copyOf(formats);
    }
  }

  public Response show(DashboardRequest visit) {
    ReceivingAccount account = visit.find(ReceivingAccountId.KIND, accounts::find);
    List<BankStatement> newest =
        statements
            .list(
                visit.realm(),
                new StatementFilter(Optional.of(account.id()), false, IdTime.Span.ALWAYS),
                PageRequest.first(MOST_STATEMENTS))
            .data();
    Optional<BankStatement> last = statements.findLatest(visit.realm(), account.id());
    return Response.Page.of(
        "bank-account",
        "Bank account",
        new AccountView(
            account,
            facts(account),
            standing(account, last),
            last.map(BankStatement::gap).orElse(false)
                || newest.stream().anyMatch(BankStatement::gap),
            newest));
  }

  private List<Fact> facts(ReceivingAccount account) {
    var facts = new ArrayList<Fact>();
    facts.add(Fact.of("Account holder", account.details().holder()));
    facts.add(Fact.of("IBAN", account.iban().formatted()));
    account.details().bic().ifPresent(bic -> facts.add(Fact.of("BIC", bic.text())));
    facts.add(Fact.of("Currency", CodeText.upper(account.currency().code())));
    facts.add(Fact.of("Statement format", account.format().text()));
    facts.add(Fact.of("Added", TimeText.minutes(account.created())));
    if (hasFolder) {
      facts.add(Fact.code("Folder", account.id().text()));
    }
    facts.add(Fact.code("ID", account.id().text()));
    return facts;
  }

  private static List<Fact> standing(ReceivingAccount account, Optional<BankStatement> last) {
    var facts = new ArrayList<Fact>();
    last.ifPresent(statement -> {
      statement
          .balances()
          .ifPresent(balances ->
              facts.add(
                  Fact.of("Balance", BankText.signed(balances.closing(), account.currency()))));
      facts.add(Fact.of("Balance date", BankText.day(statement.statedOn())));
      facts.add(
          Fact.of("Last statement", BankText.statement(statement, BankText.account(account)))
              .to(StatementPages.path(statement.id())));
      facts.add(Fact.of("Imported", TimeText.minutes(statement.created())));
    });
    return facts;
  }

  public Response showEdit(DashboardRequest visit) {
    ReceivingAccount account = visit.find(ReceivingAccountId.KIND, accounts::find);
    var values = new HashMap<String, String>();
    values.put("holder", account.details().holder());
    values.put("bic", account.details().bic().map(Bic::text).orElse(""));
    values.put("statement_format", account.format().text());
    return Response.Page.of("bank-account-edit", EDIT_TITLE, edit(visit, account, Form.of(values)));
  }

  /** Saves a change. The IBAN never changes, because a change could redirect payers' money. */
  public Response edit(DashboardRequest visit) {
    ReceivingAccount account = visit.find(ReceivingAccountId.KIND, accounts::find);
    Form form = visit.form();
    String holder = form.required("holder", TextFormats.accountHolder());
    Optional<Bic> bic = form.optional("bic", ReceivingAccountFormats.BIC);
    StatementFormat format =
        form.required("statement_format", ReceivingAccountFormats.STATEMENT_FORMAT);
    if (form.isGood()) {
      visit.note(account.iban().toString());
      try {
        accounts.update(
            visit.realm(),
            account.id(),
            visit.auditedOrigin(),
            new AccountChange(bic, Optional.of(holder), Optional.of(format)));
        return Done.to(path(account.id())).saying("Bank account saved. New payments use it.");
      } catch (Refusal refused) {
        form.wrong("", refused.problem());
      }
    }
    return Response.Page.again("bank-account-edit", EDIT_TITLE, edit(visit, account, form));
  }

  private static AccountEditView edit(DashboardRequest visit, ReceivingAccount account, Form form) {
    return new AccountEditView(
        path(account.id()),
        account.iban().formatted(),
        form,
        BankText.formats(),
        !visit.isConfirmed());
  }

  public static String path(ReceivingAccountId id) {
    return BankAccountPages.PATH + "/" + id.text();
  }
}
