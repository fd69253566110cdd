package florin.bank.matching;

import florin.bank.imports.BankEntry;
import florin.bank.imports.BankEntryStore;
import florin.bank.matching.Allocation.Held.Holder;
import florin.bank.matching.MatchLoop.MatchSources;
import florin.bank.matching.MatchStore.MatchRow;
import florin.bank.outgoing.OutgoingTransfer;
import florin.bank.outgoing.OutgoingTransfer.TransferState;
import florin.bank.outgoing.OutgoingTransferStore;
import florin.core.ErrorCode;
import florin.core.Id.BankEntryId;
import florin.core.Id.RefundId;
import florin.core.IdSource;
import florin.core.Money;
import florin.core.Problem;
import florin.core.Realm;
import florin.core.Refusal;
import florin.db.Write;
import florin.idempotency.Decision;
import florin.idempotency.IdempotentCommand;
import florin.idempotency.Origin;
import florin.payment.execution.Arrivals;
import florin.payment.machine.Refund;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * Declarations by people about transfers for which the bank booked another amount than ordered.
 * Only a declaration ends such a case: neither time nor a guess does, and Florin never takes
 * another amount for the whole. If a person declares that the payer has the booked amount, Florin
 * counts it as returned, up to the ordered amount; the rest stays {@link Holder#OTHER}.
 */
public final class Declarations {
  private final MatchSources sources;
  private final OrderedRefunds refunds;
  private final UnappliedFundsEvents events;
  private final IdempotentCommand once;
  private final IdSource ids;
  private final InstantSource clock;

  public Declarations(
      MatchSources sources,
      Arrivals arrivals,
      IdempotentCommand once,
      IdSource ids,
      InstantSource clock) {
    this.sources = sources;
    this.refunds = new OrderedRefunds(sources.payments(), arrivals);
    this.events = new UnappliedFundsEvents(ids);
    this.once = once;
    this.ids = ids;
    this.clock = clock;
  }

  /** The amount that the payer received. */
  public enum PayerHas {
    /** The amount that the bank booked. */
    BOOKED,
    /** Nothing: the money went elsewhere, or is coming back. */
    NOTHING;

    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Returns the amount that the bank booked instead. */
  public Optional<Money> findBooked(OutgoingTransfer transfer) {
    return transfer.place().entry().map(id -> entry(transfer, id).amount());
  }

  /**
   * Records a declaration.
   *
   * @throws Refusal if the bank has not booked another amount for the transfer
   */
  public OutgoingTransfer declare(Realm realm, UUID transfer, PayerHas said, Origin origin) {
    return once.run(realm, origin, () -> decide(realm, transfer, said)).value();
  }

  private Decision<OutgoingTransfer> decide(Realm realm, UUID id, PayerHas said) {
    OutgoingTransfer transfer =
        sources
            .outgoing()
            .find(realm, id)
            .filter(found -> found.state() == TransferState.OTHER_AMOUNT)
            .orElseThrow(Declarations::notAsked);
    BankEntry booked = entry(transfer, transfer.place().entry().orElseThrow());
    Instant now = clock.instant();
    var writes = new ArrayList<Write>();
    OutgoingTransfer after =
        said == PayerHas.BOOKED && !transfer.amount().isMoreThan(booked.amount())
            ? transfer.booked(booked.id())
            : transfer.declared();
    writes.add(OutgoingTransferStore.update(after));
    writes.addAll(
        transfer.refund().isPresent()
            ? ofRefund(transfer, booked, said, now)
            : ofHolding(transfer, booked, said, now));
    if (said == PayerHas.BOOKED) {
      writes.add(BankEntryStore.update(booked.as(BankEntry.Status.MATCHED)));
    }
    return Decision.untold(id, after, writes, _ -> Map.of());
  }

  private BankEntry entry(OutgoingTransfer transfer, BankEntryId id) {
    return sources.entries().get(transfer.realm(), id);
  }

  private List<Write> ofRefund(
      OutgoingTransfer transfer, BankEntry booked, PayerHas said, Instant now) {
    Refund refund = refunds.of(transfer);
    if (said == PayerHas.NOTHING) {
      return refunds.notPaid(refund, now);
    }
    Money has = least(transfer.amount(), booked.amount());
    boolean isWhole = has.equals(refund.amount());
    RefundId paid = isWhole ? refund.id() : new RefundId(ids.next());
    var writes =
        new ArrayList<>(
            isWhole
                ? refunds.booked(refund, booked, now)
                : refunds.partPaid(refund, paid, has, now));
    writes.addAll(
        moved(
            booked,
            match(
                booked,
                booked.id(),
                Holder.PAYMENT,
                refund.payment().uuid(),
                -has.minor(),
                now,
                Optional.of(paid)),
            has,
            now));
    return writes;
  }

  private List<Write> ofHolding(
      OutgoingTransfer transfer, BankEntry booked, PayerHas said, Instant now) {
    UnappliedFunds holding =
        sources.holdings().get(transfer.realm(), transfer.holding().orElseThrow());
    UnappliedFunds open = holding.as(UnappliedFunds.Status.OPEN);
    if (said == PayerHas.NOTHING) {
      return events.changing(open, now);
    }
    Money has = least(transfer.amount(), booked.amount());
    UnappliedFunds after =
        has.equals(holding.remaining()) ? holding.less(has) : holding.less(has).reopened();
    var writes = new ArrayList<>(events.changing(after, now));
    writes.addAll(
        moved(
            booked,
            match(
                booked,
                holding.origin().entry(),
                holding.kind().holder(),
                holding.id(),
                -has.minor(),
                now,
                Optional.empty()),
            has,
            now));
    return writes;
  }

  private static Money least(Money one, Money other) {
    return one.isMoreThan(other) ? other : one;
  }

  /** Returns the writes that move an unassigned part of an entry to a holder. */
  private List<Write> moved(BankEntry booked, Write toHolder, Money part, Instant now) {
    return List.of(
        match(
            booked,
            booked.id(),
            Holder.OTHER,
            booked.id().uuid(),
            part.minor(),
            now,
            Optional.empty()),
        toHolder);
  }

  private Write match(
      BankEntry booked,
      BankEntryId source,
      Holder holder,
      UUID id,
      long amount,
      Instant now,
      Optional<RefundId> refund) {
    return MatchStore.insert(
        new MatchRow(
            booked.realm(), ids.next(), booked.id(), source, holder, id, amount, now, refund));
  }

  private static Refusal notAsked() {
    return new Problem.BadRequest(
            ErrorCode.PAYMENT_FILE_UNEXPECTED_STATE,
            "The bank booked the requested amount for this transfer, or a person already recorded what the payer received. Nothing was changed.")
        .refusal();
  }
}
