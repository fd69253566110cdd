package florin.dashboard.bank;

import florin.bank.account.ReceivingAccount;
import florin.bank.account.ReceivingAccounts;
import florin.bank.imports.BankStatement;
import florin.bank.imports.BankStatementStore;
import florin.bank.imports.BankStatementStore.StatementFilter;
import florin.bank.matching.UnappliedFunds.Kind;
import florin.bank.matching.UnappliedFunds.Status;
import florin.bank.matching.UnappliedFundsCommands;
import florin.bank.matching.UnappliedFundsCommands.HeldEntry;
import florin.bank.matching.UnappliedFundsSearch;
import florin.bank.matching.UnappliedFundsStore.UnappliedFundsFilter;
import florin.bank.ordering.PaymentFiles;
import florin.bank.outgoing.OutgoingTransfer;
import florin.bank.outgoing.PaymentFile;
import florin.core.Money;
import florin.core.Page.Count;
import florin.core.PageRequest;
import florin.core.Realm;
import florin.dashboard.parts.BankText;
import florin.db.IdTime;
import florin.page.AmountText;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The open tasks at bank transfers: money to assign, refunds to order, and missing statements.
 * Every query reads a bounded number of rows.
 */
public final class BankTasks {
  /** The most tasks of a kind in the queue. The lists have the others. */
  static final int MOST = 50;

  private static final PageRequest OLDEST =
      new PageRequest(MOST, Optional.empty(), Optional.of(new UUID(0, 0)));
  private static final StatementFilter GAPS =
      new StatementFilter(Optional.empty(), true, IdTime.Span.ALWAYS);

  private final UnappliedFundsCommands funds;
  private final BankStatementStore statements;
  private final PaymentFiles files;
  private final ReceivingAccounts accounts;

  public BankTasks(
      UnappliedFundsCommands funds,
      BankStatementStore statements,
      PaymentFiles files,
      ReceivingAccounts accounts) {
    this.funds = funds;
    this.statements = statements;
    this.files = files;
    this.accounts = accounts;
  }

  /**
   * A task.
   *
   * @param since the beginning of its age
   * @param name the action
   * @param about the counterparty, or the statement or account
   * @param detail the reason, or the message of the transfer
   */
  public record BankTask(
      Instant since, String name, String path, String about, String detail, String amount) {}

  /** Returns the oldest tasks of each kind, the oldest first. */
  List<BankTask> list(Realm realm) {
    List<ReceivingAccount> all = accounts.listAll(realm);
    Map<String, String> names =
        all.stream().collect(Collectors.toMap(account -> account.id().text(), BankText::account));
    return Stream.of(
            held(realm, Kind.UNMATCHED).map(it -> task(it, "Assign or return transfer")),
            held(realm, Kind.CREDIT).map(it -> task(it, "Assign or return credit")),
            all.stream().flatMap(account -> toOrder(realm, account).stream()),
            statements.list(realm, GAPS, OLDEST).data().stream()
                .map(statement ->
                    gap(statement, names.getOrDefault(statement.account().text(), ""))))
        .flatMap(Function.identity())
        .sorted(Comparator.comparing(BankTask::since))
        .toList();
  }

  private Stream<HeldEntry> held(Realm realm, Kind kind) {
    var sought =
        new UnappliedFundsSearch(
            UnappliedFundsFilter.of(kind, Status.OPEN),
            Optional.empty(),
            List.of(),
            IdTime.Span.ALWAYS);
    return funds.look(realm, sought, OLDEST).page().data().stream();
  }

  private static BankTask task(HeldEntry held, String name) {
    String party = BankText.party(held.entry());
    String why = BankText.words(held.holding().reason());
    return new BankTask(
        held.holding().origin().created(),
        name,
        BankPages.path(held.holding()),
        party.isEmpty() ? "Not named" : party,
        held.entry().said().message().map(message -> why + " · " + message).orElse(why),
        AmountText.of(held.holding().remaining()));
  }

  private Optional<BankTask> toOrder(Realm realm, ReceivingAccount account) {
    List<OutgoingTransfer> waiting =
        files.listWaiting(realm, account.id(), PaymentFile.MAX_TRANSFERS);
    return waiting.stream()
        .map(OutgoingTransfer::amount)
        .reduce(Money::plus)
        .map(total ->
            new BankTask(
                waiting.getFirst().place().waitingSince(),
                "Create payment file",
                OrderPages.PATH,
                BankText.account(account),
                waiting.size() == 1 ? "1 refund to order" : waiting.size() + " refunds to order",
                AmountText.of(total)));
  }

  private static BankTask gap(BankStatement statement, String account) {
    return new BankTask(
        statement.created(),
        "Upload missing statement",
        StatementPages.path(statement.id()),
        account,
        "Before the statement of " + BankText.day(statement.statedOn()),
        "");
  }

  /** Returns the number of open items of a kind. */
  Count count(Realm realm, Kind kind) {
    return funds.count(realm, UnappliedFundsFilter.of(kind, Status.OPEN));
  }

  /** Returns the number of all tasks, with these numbers of open items. */
  Count count(Realm realm, Count unmatched, Count credits) {
    long toOrder =
        accounts.listAll(realm).stream()
            .filter(account -> !files.listWaiting(realm, account.id(), 1).isEmpty())
            .count();
    Count gaps = statements.count(realm, GAPS);
    return Count.of(
        unmatched.atLeast() + credits.atLeast() + gaps.atLeast() + Math.toIntExact(toOrder));
  }
}
