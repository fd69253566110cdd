package florin.bank.matching;

import florin.bank.imports.BankEntry;
import florin.bank.matching.Allocation.Held.Holder;
import florin.bank.matching.MatchStore.EntryShare;
import florin.core.Currency;
import florin.core.Id.BankEntryId;
import florin.core.Id.BankStatementId;
import florin.core.Id.CustomerCreditId;
import florin.core.Id.PaymentId;
import florin.core.Id.PayoutId;
import florin.core.Id.ReceivingAccountId;
import florin.core.Id.RefundId;
import florin.core.Id.UnmatchedTransferId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/** A bank entry as the API shows it, field by field. */
public record BankEntryView(
    BankEntryId id,
    String object,
    BankStatementId bankStatement,
    ReceivingAccountId receivingAccount,
    BankEntry.Status status,
    String direction,
    boolean reversal,
    long amount,
    Currency currency,
    String bookedOn,
    Optional<String> bankReference,
    List<String> references,
    Optional<String> endToEndId,
    Optional<String> message,
    Optional<PartyView> party,
    Optional<String> returnReason,
    boolean possibleDuplicate,
    List<MatchView> matches,
    Instant created,
    boolean livemode) {

  /** The other party. */
  public record PartyView(Optional<String> name, Optional<String> ibanLast4) {}

  /**
   * An object that got or lost money with the entry.
   *
   * @param payment also given with a refund: the refunded payment
   * @param amount below zero for lost money
   */
  public record MatchView(
      Optional<PaymentId> payment,
      Optional<RefundId> refund,
      Optional<CustomerCreditId> customerCredit,
      Optional<UnmatchedTransferId> unmatchedTransfer,
      Optional<PayoutId> payout,
      long amount) {
    private static MatchView of(EntryShare share) {
      return new MatchView(
          id(share, Holder.PAYMENT, PaymentId::new),
          share.refund(),
          id(share, Holder.CREDIT, CustomerCreditId::new),
          id(share, Holder.UNMATCHED, UnmatchedTransferId::new),
          id(share, Holder.PAYOUT, PayoutId::new),
          share.amount());
    }

    private static <T> Optional<T> id(EntryShare share, Holder holder, Function<UUID, T> id) {
      return Optional.of(share.holderId()).filter(_ -> share.holder() == holder).map(id);
    }
  }

  /** Returns the view of an entry. Money that concerns no object has no match. */
  public static BankEntryView of(BankEntry entry, List<EntryShare> shares) {
    BankEntry.Said said = entry.said();
    return new BankEntryView(
        entry.id(),
        "bank_entry",
        entry.statement(),
        entry.account(),
        entry.status(),
        entry.debit() ? "debit" : "credit",
        entry.reversal(),
        entry.amount().minor(),
        entry.amount().currency(),
        entry.bookedOn().toString(),
        entry.bankReference(),
        List.copyOf(said.references().all()),
        said.endToEndId(),
        said.message(),
        said.party().isEmpty() && said.iban().isEmpty()
            ? Optional.empty()
            : Optional.of(
                new PartyView(said.party(), said.iban().map(BankEntry.SealedIban::last4))),
        said.returnReason(),
        entry.possibleDuplicate(),
        shares.stream().filter(share -> share.holder() != Holder.OTHER).map(MatchView::of).toList(),
        entry.id().made(),
        entry.realm().isLive());
  }
}
