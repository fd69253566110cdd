package florin.bank.matching;

import florin.bank.CreditorReference;
import florin.bank.account.ExpectedTransfer;
import florin.bank.account.TransferStore;
import florin.bank.imports.BankEntry;
import florin.bank.imports.BankEntryStore;
import florin.bank.imports.StatementImports.ImportCrashPoint;
import florin.bank.matching.Allocation.BackToUnapplied;
import florin.bank.matching.Allocation.Held;
import florin.bank.matching.Allocation.InPlaceOf;
import florin.bank.matching.Allocation.Later;
import florin.bank.matching.Allocation.Parts;
import florin.bank.matching.Allocation.Recipient;
import florin.bank.matching.Allocation.ToOther;
import florin.bank.matching.Allocation.ToPayout;
import florin.bank.matching.Allocation.ToUnmatched;
import florin.bank.matching.Allocation.ToldBeside;
import florin.bank.matching.MatchLoop.MatchSources;
import florin.bank.matching.MatchStore.MatchRow;
import florin.bank.outgoing.OutgoingTransfer;
import florin.core.Id;
import florin.core.Id.BankEntryId;
import florin.core.Id.PayoutId;
import florin.core.Money;
import florin.core.Realm;
import florin.db.Changeset;
import florin.db.CommitResult;
import florin.db.GroupCommit;
import florin.db.Write;
import florin.payment.store.Stores;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Matches one entry: decides to whom its money belongs, and commits that together with the change
 * of the payment. A second process finds the entry matched. If a row behind the decision has
 * changed since, the entry is decided again.
 */
final class Matching {
  private static final Logger LOG = LoggerFactory.getLogger(Matching.class);

  /** The limit of decisions after concurrent changes; then the entry waits for the next round. */
  private static final int MAX_DECISIONS = 8;

  /**
   * The most credits with the same bank reference that a reversal may undo; the newest are read.
   */
  private static final int MAX_ORIGINALS = 20;

  /**
   * The most entries in other formats with the same bank reference; beyond it they can't be told
   * apart.
   */
  private static final int MAX_BESIDE = 20;

  private final Stores payments;
  private final TransferStore transfers;
  private final BankEntryStore entries;
  private final MatchStore matches;
  private final UnappliedFundsStore holdings;
  private final OrderedTransfers orders;
  private final NamedPayouts payouts;
  private final MatchWrites writes;
  private final GroupCommit commits;
  private final ImportCrashPoint probe;
  private final InstantSource clock;

  /**
   * The decision about an entry's money.
   *
   * @param source the entry with which the money arrived
   */
  record Decided(BankEntryId source, Allocation allocation) {
    /** Returns whether another decision must follow. */
    boolean isStep() {
      return allocation instanceof InPlaceOf;
    }
  }

  Matching(
      MatchSources sources,
      MatchWrites writes,
      GroupCommit commits,
      ImportCrashPoint probe,
      InstantSource clock) {
    this.payments = sources.payments();
    this.transfers = sources.transfers();
    this.entries = sources.entries();
    this.matches = sources.matches();
    this.holdings = sources.holdings();
    this.orders = new OrderedTransfers(sources);
    this.payouts = new NamedPayouts(sources.payouts());
    this.writes = writes;
    this.commits = commits;
    this.probe = probe;
    this.clock = clock;
  }

  /** An entry with its decision and changeset. */
  private record Prepared(BankEntry entry, Decided decided, Changeset changeset) {}

  /**
   * Decides on all entries, and commits the decisions together. An entry that has changed since, or
   * needs more than one step, is then matched alone.
   *
   * @param some credits, at most {@link GroupCommit#MAX_TOGETHER}
   * @param read a recent read of the data for the decisions
   * @return false if one of them must be retried in a moment
   */
  boolean matchAll(List<BankEntry> some, MatchWindow read) {
    var together = new ArrayList<Prepared>(some.size());
    var alone = new ArrayList<BankEntry>();
    boolean all = true;
    for (BankEntry entry : some) {
      Optional<Prepared> prepared = alone(entry, () -> prepare(entry, read));
      if (prepared.filter(it -> it.decided().isStep()).isPresent()) {
        alone.add(entry);
      } else if (prepared.isPresent()) {
        together.add(prepared.get());
      } else {
        all = false;
      }
    }
    together.forEach(_ -> probe.at(ImportCrashPoint.ImportStep.MATCHING));
    List<CommitResult> results =
        commits.commitAll(together.stream().map(Prepared::changeset).toList());
    for (int i = 0; i < results.size(); i++) {
      if (!isMatched(together.get(i), results.get(i))) {
        alone.add(together.get(i).entry());
      }
    }
    for (BankEntry entry : alone) {
      all &= match(entry);
    }
    return all;
  }

  /** Runs a step for one entry; an entry that can't be matched blocks no other. */
  private static <T> Optional<T> alone(BankEntry entry, Supplier<Optional<T>> step) {
    try {
      return step.get();
    } catch (RuntimeException failed) {
      LOG.warn("{} could not be matched and will be tried again", entry.id(), failed);
      return Optional.empty();
    }
  }

  /**
   * Matches an entry. Returns false if an operation on its payment is in flight and the entry must
   * be retried.
   */
  boolean match(BankEntry entry) {
    return alone(entry, () -> Optional.of(matchAlone(entry))).orElse(false);
  }

  private boolean matchAlone(BankEntry entry) {
    for (int i = 0; i < MAX_DECISIONS; i++) {
      Optional<Prepared> prepared = prepare(entry, MatchWindow.NONE);
      if (prepared.isEmpty()) {
        return false;
      }
      probe.at(ImportCrashPoint.ImportStep.MATCHING);
      CommitResult result = commits.commit(prepared.get().changeset());
      if (result instanceof CommitResult.Rejected rejected) {
        throw new IllegalStateException(
            entry.id() + " could not be matched as was decided: " + rejected);
      }
      if (isMatched(prepared.get(), result)) {
        return true;
      }
    }
    return false;
  }

  private Optional<Prepared> prepare(BankEntry entry, MatchWindow read) {
    Decided decided = decide(entry, read);
    Optional<Changeset> changeset =
        switch (decided.allocation()) {
          case Later() -> Optional.empty();
          case Parts parts -> writes.of(entry, decided.source(), parts, clock.instant());
          case ToldBeside() -> Optional.of(writes.duplicate(entry));
          case InPlaceOf it -> Optional.of(writes.giveWay(it, clock.instant()));
        };
    return changeset.map(it -> new Prepared(entry, decided, it));
  }

  /**
   * Returns false if the entry must be decided again, because a row has changed or this was only
   * the first step.
   */
  private boolean isMatched(Prepared prepared, CommitResult result) {
    boolean isStep = prepared.decided().isStep();
    return switch (result) {
      case CommitResult.Committed() when isStep -> false;
      case CommitResult.Committed() -> {
        probe.at(ImportCrashPoint.ImportStep.MATCHED);
        yield true;
      }
      // Another process has matched it.
      case CommitResult.Refused(Write guard) -> BankEntryStore.isGuard(guard) && !isStep;
      case CommitResult.Rejected _ -> false;
    };
  }

  private Decided decide(BankEntry entry, MatchWindow read) {
    if (entry.possibleDuplicate()) {
      return possibleDuplicate(entry);
    }
    Optional<OutgoingTransfer> ordered = orders.find(entry);
    if (entry.debit()) {
      return isTakenBack(entry) ? reverse(entry) : debit(entry, ordered);
    }
    return isTakenBack(entry) || ordered.isPresent()
        ? comeAgain(entry, ordered)
        : new Decided(entry.id(), firstCredit(entry, read));
  }

  /**
   * Decides on a possible duplicate. A person decides about money in. Money out books the open
   * transfer that it names, since no entry has booked that transfer. Otherwise nothing changes.
   */
  private Decided possibleDuplicate(BankEntry entry) {
    if (!entry.debit()) {
      return new Decided(
          entry.id(),
          Parts.of(new ToUnmatched(entry.amount(), UnappliedReason.POSSIBLE_DUPLICATE)));
    }
    return orders
        .find(entry)
        .filter(_ -> !isTakenBack(entry))
        .filter(transfer -> transfer.isOpen() && transfer.amount().equals(entry.amount()))
        .flatMap(transfer -> orders.debit(entry, transfer))
        .orElseGet(() -> new Decided(entry.id(), Parts.of(new ToOther(entry.amount()))));
  }

  /**
   * Decides on a credit that a statement and a notification may both contain: the money is the
   * same.
   */
  private Allocation firstCredit(BankEntry entry, MatchWindow read) {
    if (read.alone().contains(entry.id())) {
      return credit(entry, read);
    }
    List<BankEntry> beside = entries.listToldBeside(entry, MAX_BESIDE);
    List<BankEntry> same =
        beside.stream().filter(it -> it.entryAmount().equals(entry.entryAmount())).toList();
    if (same.isEmpty()) {
      return beside.isEmpty()
          ? credit(entry, read)
          : Parts.of(new ToUnmatched(entry.amount(), UnappliedReason.AMOUNT_DIFFERS));
    }
    return entry.isBare() ? credit(entry, read) : inPlaceOf(entry, same);
  }

  /**
   * Replaces the other entry only if the two correspond one to one, and its money is unassigned.
   */
  private Allocation inPlaceOf(BankEntry entry, List<BankEntry> same) {
    BankEntry whole = same.getFirst();
    if (same.size() > 1 || !whole.isBare() || !entries.isOnlyOne(entry)) {
      return new ToldBeside();
    }
    return switch (whole.status()) {
      case NEW -> new InPlaceOf(whole, Optional.empty());
      case UNMATCHED ->
          untouched(whole)
              .<Allocation>map(held -> new InPlaceOf(whole, Optional.of(held)))
              .orElseGet(ToldBeside::new);
      case MATCHED, OTHER, DUPLICATE -> new ToldBeside();
    };
  }

  private Optional<UnappliedFunds> untouched(BankEntry whole) {
    List<Held> held = matches.listHeld(whole.realm(), whole.id());
    return held.size() == 1
            && held.getFirst().holder() == Held.Holder.UNMATCHED
            && held.getFirst().amount().equals(whole.amount())
        ? holdings.find(whole.realm(), held.getFirst().id()).filter(UnappliedFunds::isUntouched)
        : Optional.empty();
  }

  /** Decides on a credit that is booked for the first time. */
  private Allocation credit(BankEntry entry, MatchWindow read) {
    var found = new ArrayList<Recipient>();
    for (List<String> place : entry.said().references().inOrder()) {
      for (String reference : place) {
        Recipient before = read.recipients().get(reference);
        if (before != null) {
          found.add(before);
          continue;
        }
        Optional<ExpectedTransfer> transfer =
            transfers.find(entry.realm(), new CreditorReference(reference));
        if (transfer.isPresent()) {
          Optional<Recipient> expected = recipient(transfer.get());
          if (expected.isEmpty()) {
            return new Later(); // its payment is still provisional
          }
          found.add(expected.get());
        }
      }
      if (!found.isEmpty()) {
        break;
      }
    }
    Optional<ExpectedPayout> payout =
        found.isEmpty()
            ? read.payouts()
                .map(near -> NamedPayouts.find(entry, false, near))
                .orElseGet(() -> payouts.find(entry, false))
            : Optional.empty();
    return payout
        .<Allocation>map(it -> Parts.of(new ToPayout(it.id(), entry.amount())))
        .orElseGet(() ->
            MatchMachine.decide(entry.amount(), !entry.said().references().all().isEmpty(), found));
  }

  private Optional<Recipient> recipient(ExpectedTransfer transfer) {
    // Reads the transfer first, so that the payment can only be newer.
    return payments
        .attempts()
        .find(transfer.realm(), transfer.attempt())
        .map(attempt ->
            new Recipient(
                payments.payments().get(transfer.realm(), attempt.payment()), transfer, attempt));
  }

  /**
   * Returns whether the bank takes money back, which it books as a reversal or with a return
   * reason.
   */
  private static boolean isTakenBack(BankEntry entry) {
    return entry.reversal() || entry.said().returnReason().isPresent();
  }

  private Decided reverse(BankEntry reversal) {
    for (BankEntryId original : originals(reversal)) {
      List<Held> held = matches.listHeld(reversal.realm(), original);
      if (total(held).filter(has -> !reversal.amount().isMoreThan(has)).isPresent()) {
        return new Decided(original, MatchMachine.reverse(reversal.amount(), held));
      }
    }
    return new Decided(reversal.id(), Parts.of(new ToOther(reversal.amount())));
  }

  private static Optional<Money> total(List<Held> held) {
    return held.stream()
        .filter(has -> has.holder() != Held.Holder.OTHER)
        .map(Held::amount)
        .reduce(Money::plus);
  }

  /**
   * Returns the credits that a reversal may undo: by the bank reference, by a unique end-to-end id,
   * by the creditor reference, and by the reference of a payout.
   */
  private List<BankEntryId> originals(BankEntry reversal) {
    List<BankEntry> named =
        reversal.bankReference().stream()
            .flatMap(name -> entries.listByBankReference(reversal, name, MAX_ORIGINALS).stream())
            .toList();
    List<BankEntry> alike =
        reversal.said().endToEndId().stream()
            .flatMap(name -> entries.listByEndToEndId(reversal, name, MAX_ORIGINALS).stream())
            .toList();
    Stream<BankEntry> referred =
        reversal.said().references().all().stream()
            .flatMap(reference ->
                transfers.find(reversal.realm(), new CreditorReference(reference)).stream())
            .flatMap(transfer -> recipient(transfer).stream())
            .flatMap(expected -> sources(reversal.realm(), expected.payment().id()))
            .filter(credit -> credit.amount().equals(reversal.amount()));
    Stream<BankEntry> paidOut =
        payouts.find(reversal, false).stream()
            .flatMap(payout -> sources(reversal.realm(), payout.id()))
            .filter(credit -> !credit.debit() && credit.amount().equals(reversal.amount()));
    return Stream.of(
            named.stream(), alike.stream().filter(_ -> alike.size() == 1), referred, paidOut)
        .flatMap(some -> some)
        .map(BankEntry::id)
        .distinct()
        .toList();
  }

  /** Returns the entries with which the money of a payment or payout arrived. */
  private Stream<BankEntry> sources(Realm realm, Id holder) {
    return entries.list(realm, matches.listSources(realm, holder, MAX_ORIGINALS)).stream();
  }

  /**
   * Decides on a debit: an ordered transfer, a return of unapplied funds, a negative payout, or
   * money that does not concern Florin.
   */
  private Decided debit(BankEntry entry, Optional<OutgoingTransfer> ordered) {
    return ordered
        .map(transfer ->
            orders
                .debit(entry, transfer)
                .orElseGet(() -> new Decided(entry.id(), Parts.of(new ToOther(entry.amount())))))
        .orElseGet(() -> debit(entry));
  }

  /**
   * Decides on a debit that no payment file had: a person sent money back, or a provider took it.
   */
  private Decided debit(BankEntry entry) {
    return sentBack(entry)
        .filter(holding -> !entry.amount().isMoreThan(holding.remaining()))
        .map(holding ->
            new Decided(
                holding.origin().entry(),
                MatchMachine.reverse(entry.amount(), List.of(holding.held()))))
        .or(() -> ofCollected(entry))
        .orElseGet(() -> new Decided(entry.id(), Parts.of(new ToOther(entry.amount()))));
  }

  /** Decides on money that a negative payout takes, or that comes back from it. */
  private Optional<Decided> ofCollected(BankEntry entry) {
    return payouts
        .find(entry, true)
        .map(
            payout -> new Decided(entry.id(), Parts.of(new ToPayout(payout.id(), entry.amount()))));
  }

  /** Decides on a credit that returns an outgoing transfer. */
  private Decided comeAgain(BankEntry entry, Optional<OutgoingTransfer> ordered) {
    return ordered
        .map(transfer ->
            orders
                .comeAgain(entry, transfer)
                .orElseGet(() -> new Decided(entry.id(), comeForNothing(entry))))
        .orElseGet(() -> comeAgain(entry));
  }

  private Decided comeAgain(BankEntry entry) {
    return sentBack(entry)
        .filter(holding -> !holding.remaining().plus(entry.amount()).isMoreThan(holding.amount()))
        .map(holding ->
            new Decided(
                holding.origin().entry(),
                Parts.of(new BackToUnapplied(holding.id(), entry.amount()))))
        .or(() -> {
          // Its debit decides, even if the text names a payout: a person may have undone the match.
          Optional<BankEntry> debit = findDebit(entry);
          return debit.isPresent() ? backToPayout(entry, debit.get().id()) : ofCollected(entry);
        })
        .orElseGet(() -> new Decided(entry.id(), comeForNothing(entry)));
  }

  /** Returns the only debit that a credit can undo, by the bank reference. */
  private Optional<BankEntry> findDebit(BankEntry entry) {
    List<BankEntry> debits =
        entry.bankReference().stream()
            .flatMap(name -> entries.listDebits(entry, name, MAX_ORIGINALS).stream())
            .toList();
    return debits.size() == 1 ? Optional.of(debits.getFirst()) : Optional.empty();
  }

  /** Decides on a credit that undoes the debit of a negative payout. */
  private Optional<Decided> backToPayout(BankEntry entry, BankEntryId debit) {
    List<MatchRow> moves =
        matches.listMovesOf(entry.realm(), debit, MAX_ORIGINALS).stream()
            .filter(move -> move.holder() == Held.Holder.PAYOUT)
            .toList();
    long taken = -moves.stream().mapToLong(MatchRow::amount).sum();
    return moves.stream()
        .filter(_ -> taken >= entry.amount().minor())
        .map(move -> new ToPayout(new PayoutId(move.holderId()), entry.amount()))
        .map(part -> new Decided(debit, Parts.of(part)))
        .findFirst();
  }

  /** Decides on returned money that belongs to no ordered transfer. */
  private Allocation comeForNothing(BankEntry entry) {
    return entry.reversal()
        ? Parts.of(new ToUnmatched(entry.amount(), UnappliedReason.NO_REFERENCE))
        : firstCredit(entry, MatchWindow.NONE);
  }

  /**
   * Returns the unapplied funds that a transfer sends back, by the end-to-end id that Florin
   * assigned.
   */
  private Optional<UnappliedFunds> sentBack(BankEntry entry) {
    return entry
        .said()
        .endToEndId()
        .flatMap(UnappliedFunds::findByEndToEndId)
        .flatMap(id -> holdings.find(entry.realm(), id))
        .filter(holding -> holding.amount().currency().equals(entry.amount().currency()));
  }
}
