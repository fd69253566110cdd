package florin.bank.matching;

import florin.bank.account.ExpectedTransfer;
import florin.bank.imports.BankEntry;
import florin.bank.imports.BankEntryStore;
import florin.bank.imports.BankStatementStore;
import florin.bank.matching.Allocation.Held.Holder;
import florin.bank.matching.Allocation.Recipient;
import florin.bank.matching.MatchLoop.MatchSources;
import florin.bank.matching.MatchStore.MatchRow;
import florin.bank.matching.UnappliedFunds.Kind;
import florin.bank.matching.UnappliedFunds.Status;
import florin.bank.matching.UnappliedFundsStore.UnappliedFundsFilter;
import florin.bank.outgoing.OutgoingTransfer;
import florin.core.ErrorCode;
import florin.core.Id;
import florin.core.Id.BankEntryId;
import florin.core.Id.PaymentId;
import florin.core.Id.PayoutId;
import florin.core.Id.UnmatchedTransferId;
import florin.core.IdSource;
import florin.core.Money;
import florin.core.Page;
import florin.core.Page.Count;
import florin.core.Page.Findings;
import florin.core.PageRequest;
import florin.core.Problem;
import florin.core.Realm;
import florin.core.Refusal;
import florin.core.Scope;
import florin.db.IdTime;
import florin.db.Write;
import florin.idempotency.Decision;
import florin.idempotency.IdempotentCommand;
import florin.idempotency.Origin;
import florin.idempotency.Result;
import florin.payment.execution.Arrivals;
import florin.payment.machine.Attempt;
import florin.payment.machine.CreateRefund.PayerAccount;
import florin.payment.machine.CreateRefund.RefundAsker;
import florin.payment.machine.Payment;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The commands on unapplied funds: a person assigns them to a payment or a payout, or sends them
 * back.
 */
public final class UnappliedFundsCommands {
  /** The most returns of one object that pages show. */
  private static final int MAX_RETURNS = 20;

  private final MatchSources sources;
  private final ReturnOrders returns;
  private final PaymentReceipts receipts;
  private final IdempotentCommand once;
  private final UnappliedFundsEvents events;
  private final PayoutAssignment payoutAssignment;
  private final IdSource ids;
  private final InstantSource clock;

  /** Orders the return of unapplied funds from the merchant's bank. */
  @FunctionalInterface
  public interface ReturnOrders {
    /**
     * Returns the writes that put a transfer into the next payment file.
     *
     * @param entry the entry with which the money arrived
     * @param named the destination, if the requester names one
     * @throws Refusal if the destination is unknown, or the named account is invalid
     */
    List<Write> writes(
        UnappliedFunds holding,
        BankEntry entry,
        Optional<PayerAccount> named,
        RefundAsker asker,
        Instant now);
  }

  public UnappliedFundsCommands(
      MatchSources sources,
      Arrivals arrivals,
      ReturnOrders returns,
      IdempotentCommand once,
      IdSource ids,
      InstantSource clock) {
    this.sources = sources;
    this.returns = returns;
    this.receipts = new PaymentReceipts(arrivals);
    this.once = once;
    this.events = new UnappliedFundsEvents(ids);
    this.payoutAssignment = new PayoutAssignment(ids);
    this.ids = ids;
    this.clock = clock;
  }

  /** Returns unapplied funds of a kind. */
  public Optional<UnappliedFunds> find(Realm realm, Kind kind, UUID id) {
    return sources.holdings().find(realm, id).filter(holding -> holding.kind() == kind);
  }

  /** Returns a page, newest first. */
  public Page<UnappliedFunds> list(Realm realm, UnappliedFundsFilter filter, PageRequest page) {
    return sources.holdings().list(realm, filter, page);
  }

  /** Returns a page of search results with their entries, from a bounded number of rows. */
  public Findings<HeldEntry> look(Realm realm, UnappliedFundsSearch sought, PageRequest page) {
    Findings<UnappliedFunds> found = sources.holdings().look(realm, sought, page);
    return new Findings<>(
        new Page<>(withEntries(realm, found.page().data()), found.page().hasMore()), found.stop());
  }

  /** Adds the entries with which the money arrived, read with one query. */
  private List<HeldEntry> withEntries(Realm realm, List<UnappliedFunds> some) {
    Map<BankEntryId, BankEntry> entries =
        sources
            .entries()
            .list(realm, some.stream().map(held -> held.origin().entry()).distinct().toList())
            .stream()
            .collect(Collectors.toMap(BankEntry::id, Function.identity()));
    return some.stream()
        .map(
            held -> new HeldEntry(held, Objects.requireNonNull(entries.get(held.origin().entry()))))
        .toList();
  }

  /** Unapplied funds, and the entry with which they arrived. */
  public record HeldEntry(UnappliedFunds holding, BankEntry entry) {}

  public Count count(Realm realm, UnappliedFundsFilter filter) {
    return count(realm, filter, IdTime.Span.ALWAYS);
  }

  public Count count(Realm realm, UnappliedFundsFilter filter, IdTime.Span created) {
    return sources.holdings().count(realm, filter, created);
  }

  /** Returns the entry with which the money arrived. */
  public BankEntry entry(UnappliedFunds holding) {
    return sources.entries().get(holding.realm(), holding.origin().entry());
  }

  /**
   * Assigns money to a payment that waits for a transfer, up to its outstanding amount; the rest
   * stays.
   *
   * @throws Refusal if the funds are not open, if the payment waits for no transfer in this
   *     currency, or if a live key assigns a possible duplicate
   */
  public Result<UnappliedFunds> assign(
      Realm realm, Id id, Origin origin, PaymentId to, RefundAsker asker) {
    return once.run(realm, origin, () -> assign(get(realm, id), to, origin, asker));
  }

  private Decision<UnappliedFunds> assign(
      UnappliedFunds holding, PaymentId to, Origin origin, RefundAsker asker) {
    requireAssignable(holding, asker);
    Recipient expected = recipient(holding.realm(), to);
    if (!expected.currency().equals(holding.remaining().currency())) {
      throw Problem.BadParameters.of(
              "payment",
              ErrorCode.PARAMETER_INVALID,
              "payment must be in the currency of the money.")
          .refusal();
    }
    Instant now = clock.instant();
    Money missing = expected.transfer().outstanding();
    Money part = missing.isMoreThan(holding.remaining()) ? holding.remaining() : missing;
    UnappliedFunds after = holding.assignedTo(to, part);
    BankEntry entry = entry(holding);
    var writes = new ArrayList<Write>(receipts.receive(expected, part, entry, now));
    writes.add(UnappliedFundsStore.update(after));
    writes.add(match(holding, holding.kind().holder(), holding.id(), -part.minor(), now));
    writes.add(match(holding, Holder.PAYMENT, to.uuid(), part.minor(), now));
    if (entry.status() == BankEntry.Status.UNMATCHED && after.remaining().isZero()) {
      writes.add(BankEntryStore.update(entry.as(BankEntry.Status.MATCHED)));
    }
    return decided(after, origin, now, writes);
  }

  /**
   * Assigns the rest of an unmatched transfer to a payout. The amounts may differ.
   *
   * @throws Refusal if the transfer is not open, if the payout is closed, collected, or in another
   *     currency, or if a live key assigns a possible duplicate
   */
  public Result<UnappliedFunds> assign(
      Realm realm, UnmatchedTransferId id, Origin origin, PayoutId to, RefundAsker asker) {
    return once.run(realm, origin, () -> assign(get(realm, id), to, origin, asker));
  }

  private Decision<UnappliedFunds> assign(
      UnappliedFunds holding, PayoutId to, Origin origin, RefundAsker asker) {
    requireAssignable(holding, asker);
    ExpectedPayout payout =
        sources
            .payouts()
            .find(holding.realm(), to)
            .orElseThrow(() ->
                wrongPayout(
                    ErrorCode.RESOURCE_MISSING,
                    "payout is the id of no open payout of this account and mode. Check the id and the API key."));
    if (!payout.amount().currency().equals(holding.remaining().currency())
        || payout.isCollected()) {
      throw wrongPayout(
          ErrorCode.PARAMETER_INVALID, "payout must bring money in the currency of the transfer.");
    }
    Instant now = clock.instant();
    UnappliedFunds after = holding.assignedTo(to);
    var writes = new ArrayList<>(payoutAssignment.moving(holding, entry(holding), to, now));
    writes.add(UnappliedFundsStore.update(after));
    return decided(after, origin, now, writes);
  }

  private static Refusal wrongPayout(ErrorCode code, String message) {
    return Problem.BadParameters.of("payout", code, message).refusal();
  }

  private static void requireAssignable(UnappliedFunds holding, RefundAsker asker) {
    requireOpen(holding);
    if (holding.isPossibleDuplicate() && holding.realm().isLive() && asker == RefundAsker.KEY) {
      throw new Problem.Forbidden(
              ErrorCode.DASHBOARD_REQUIRED,
              "This money may have been counted already, so a live API key can't assign it. Assign it in the dashboard; nothing was changed.")
          .refusal();
    }
  }

  private Recipient recipient(Realm realm, PaymentId id) {
    Payment payment =
        sources
            .payments()
            .payments()
            .find(realm, id)
            .orElseThrow(UnappliedFundsCommands::noPayment);
    if (!payment.isWaitingForPayer()) {
      throw notWaiting();
    }
    Attempt authorization = authorization(payment);
    return sources
        .transfers()
        .findExpected(realm, authorization.id())
        .filter(transfer -> transfer.state() == ExpectedTransfer.State.OPEN)
        .map(transfer -> new Recipient(payment, transfer, authorization))
        .orElseThrow(UnappliedFundsCommands::notWaiting);
  }

  private Attempt authorization(Payment payment) {
    return sources.payments().attempts().getAuthorization(payment);
  }

  /**
   * Orders a return in the next payment file. The funds stay until the bank has booked the return.
   *
   * @param to the account, if the bank has not reported the payer's
   * @throws Refusal if the funds are not open, or can't go to that account
   */
  public Result<UnappliedFunds> sendBack(
      Realm realm, Id id, Origin origin, Optional<PayerAccount> to, RefundAsker asker) {
    // The payer's account is encrypted, and a node that replays the response may be unable to
    // decrypt
    // it.
    return once.<UnappliedFunds>findReplay(realm, origin)
        .orElseGet(
            () -> once.run(realm, origin, () -> sendBack(get(realm, id), origin, to, asker)));
  }

  private Decision<UnappliedFunds> sendBack(
      UnappliedFunds holding, Origin origin, Optional<PayerAccount> to, RefundAsker asker) {
    requireOpen(holding);
    if (holding.isPossibleDuplicate()) {
      throw unexpectedState(
          "This money may have been counted already, so it can't be returned. Confirm it in the dashboard if your bank booked it twice, or dismiss it if it is a duplicate; nothing was changed.");
    }
    BankEntry entry = entry(holding);
    if (sources.entries().hasUndecidedTwin(entry)) {
      throw unexpectedState(
          "Another unmatched transfer may be the same booking, so this money can't be returned yet. Assign, confirm or dismiss that transfer first; nothing was changed.");
    }
    Instant now = clock.instant();
    UnappliedFunds after = holding.as(Status.RETURNING);
    var writes = new ArrayList<>(returns.writes(holding, entry, to, asker, now));
    writes.add(UnappliedFundsStore.update(after));
    writes.addAll(
        origin.counting(holding.realm(), Scope.UNAPPLIED_FUNDS_RETURN, holding.remaining(), now));
    return decided(after, origin, now, writes);
  }

  /**
   * Declares that the bank booked money only once although two statements contain it. The entry
   * becomes a duplicate, and its funds are closed.
   *
   * @throws Refusal if it can't be a duplicate, or a part of it was assigned
   */
  public Result<UnappliedFunds> dismiss(Realm realm, Id id, Origin origin) {
    return once.run(realm, origin, () -> dismiss(get(realm, id), origin));
  }

  private Decision<UnappliedFunds> dismiss(UnappliedFunds holding, Origin origin) {
    if (!holding.isPossibleDuplicate() || !holding.isUntouched()) {
      throw unexpectedState(
          "Only money that may have been counted already can be dismissed, and only before any of it is assigned. Nothing was changed.");
    }
    Instant now = clock.instant();
    UnappliedFunds after = holding.less(holding.remaining());
    BankEntry entry = entry(holding);
    return decided(
        after,
        origin,
        now,
        List.of(
            UnappliedFundsStore.update(after),
            match(
                holding, holding.kind().holder(), holding.id(), -holding.remaining().minor(), now),
            BankEntryStore.update(entry.as(BankEntry.Status.DUPLICATE)),
            BankStatementStore.countDuplicate(entry)));
  }

  /**
   * Declares that the bank booked the money of two statements twice. It can then be returned.
   *
   * @throws Refusal if it is not open, or can't be a duplicate
   */
  public Result<UnappliedFunds> confirm(Realm realm, Id id, Origin origin) {
    return once.run(realm, origin, () -> confirm(get(realm, id), origin));
  }

  private Decision<UnappliedFunds> confirm(UnappliedFunds holding, Origin origin) {
    requireOpen(holding);
    if (!holding.isPossibleDuplicate()) {
      throw unexpectedState(
          "Only money that may have been counted already can be confirmed. Nothing was changed.");
    }
    UnappliedFunds after = holding.confirmed();
    return decided(
        after,
        origin,
        clock.instant(),
        List.of(
            UnappliedFundsStore.update(after), BankEntryStore.confirm(entry(holding).confirmed())));
  }

  /** Returns the transfers that send the money back, or were to, the newest first. */
  public List<OutgoingTransfer> listReturns(UnappliedFunds holding) {
    return sources.outgoing().listOf(holding.realm(), holding.id(), MAX_RETURNS);
  }

  private UnappliedFunds get(Realm realm, Id id) {
    return sources
        .holdings()
        .find(realm, id.uuid())
        .filter(holding -> holding.typedId().equals(id))
        .orElseThrow(id::notFound);
  }

  private Decision<UnappliedFunds> decided(
      UnappliedFunds after, Origin origin, Instant now, List<Write> writes) {
    return Decision.told(after, events.of(after, Optional.of(origin.cause()), now), writes);
  }

  private Write match(
      UnappliedFunds holding, Holder holder, UUID holderId, long amount, Instant now) {
    return MatchStore.insert(
        new MatchRow(
            holding.realm(),
            ids.next(),
            holding.origin().entry(),
            holding.origin().entry(),
            holder,
            holderId,
            amount,
            now,
            Optional.empty()));
  }

  private static void requireOpen(UnappliedFunds holding) {
    if (holding.status() != Status.OPEN) {
      throw unexpectedState(
          "The money is %s. Only open money can be assigned or returned; nothing was changed."
              .formatted(holding.status().text()));
    }
  }

  private static Refusal unexpectedState(String message) {
    return new Problem.BadRequest(ErrorCode.UNAPPLIED_FUNDS_UNEXPECTED_STATE, message).refusal();
  }

  private static Refusal noPayment() {
    return Problem.BadParameters.of(
            "payment",
            ErrorCode.RESOURCE_MISSING,
            "payment is the id of no payment of this account and mode. Check the id and the API key.")
        .refusal();
  }

  private static Refusal notWaiting() {
    return Problem.BadParameters.of(
            "payment",
            ErrorCode.PAYMENT_UNEXPECTED_STATE,
            "payment must wait for a bank transfer: its status is requires_action then.")
        .refusal();
  }
}
