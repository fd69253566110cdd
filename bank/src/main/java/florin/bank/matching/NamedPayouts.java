package florin.bank.matching;

import florin.bank.PayoutReference;
import florin.bank.imports.BankEntry;
import florin.core.Realm;
import java.time.LocalDate;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Recognizes the payout of a bank entry by the provider's reference. The amount proves nothing, and
 * may differ.
 */
final class NamedPayouts {
  /** The most payouts near a day; with more, a person decides. */
  static final int MAX_NEAR = 1_000;

  private final ExpectedPayoutStore payouts;

  NamedPayouts(ExpectedPayoutStore payouts) {
    this.payouts = payouts;
  }

  /** Returns the payouts that entries of one realm can belong to; empty if there are too many. */
  Optional<List<ExpectedPayout>> listNear(Realm realm, List<BankEntry> entries) {
    LocalDate first =
        entries.stream().map(BankEntry::bookedOn).min(Comparator.naturalOrder()).orElseThrow();
    LocalDate last =
        entries.stream().map(BankEntry::bookedOn).max(Comparator.naturalOrder()).orElseThrow();
    List<ExpectedPayout> near =
        payouts.listNamed(
            realm,
            first.minusDays(ExpectedPayout.DAYS_LATE),
            last.plusDays(ExpectedPayout.DAYS_EARLY),
            MAX_NEAR);
    return Optional.of(near).filter(some -> some.size() < MAX_NEAR);
  }

  /**
   * Returns the payout of an entry, if its texts name exactly one, and it has the same currency.
   *
   * @param isCollected whether the provider collects the payout's money
   */
  Optional<ExpectedPayout> find(BankEntry entry, boolean isCollected) {
    return listNear(entry.realm(), List.of(entry)).flatMap(near -> find(entry, isCollected, near));
  }

  /** Returns the payout of an entry among those near its day. */
  static Optional<ExpectedPayout> find(
      BankEntry entry, boolean isCollected, List<ExpectedPayout> near) {
    if (near.isEmpty()) {
      return Optional.empty();
    }
    List<PayoutReference.Text> texts = texts(entry);
    List<ExpectedPayout> named =
        near.stream()
            .filter(payout -> payout.isNear(entry.bookedOn()))
            .filter(payout -> payout.reference().filter(it -> it.isIn(texts)).isPresent())
            .toList();
    return named.size() == 1
        ? named.stream()
            .filter(payout -> payout.isCollected() == isCollected)
            .filter(payout -> payout.amount().currency().equals(entry.amount().currency()))
            .findFirst()
        : Optional.empty();
  }

  private static List<PayoutReference.Text> texts(BankEntry entry) {
    return Stream.of(entry.said().message(), entry.said().endToEndId(), entry.bankReference())
        .flatMap(Optional::stream)
        .map(PayoutReference.Text::of)
        .toList();
  }
}
