package florin.payment.machine;

import florin.connector.ProviderDetails;
import florin.connector.ProviderDispute;
import florin.core.Money;
import java.net.URI;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * The details of a payment at its provider.
 *
 * @param ids the provider's identifiers; the keys are the provider's names for what they identify
 * @param page the page of the provider's dashboard that shows the payment
 * @param dispute the dispute that counts, open or closed, without its details
 * @param disputed the money of all disputes
 * @param disputeLost when Florin learned that the dispute that counts was lost
 * @param differs since when the amount that the provider moved differs from the payment's amount
 */
public record AtProvider(
    Map<String, String> ids,
    Optional<URI> page,
    Optional<ProviderDispute> dispute,
    DisputedMoney disputed,
    Optional<Instant> disputeLost,
    Optional<Instant> differs) {
  /**
   * The money of a payment's disputes.
   *
   * @param held the sum that the provider holds until its decisions; empty if it holds nothing
   * @param lost the sum that the payer got back; empty if it is nothing
   */
  public record DisputedMoney(Optional<Money> held, Optional<Money> lost) {
    static final DisputedMoney NONE = new DisputedMoney(Optional.empty(), Optional.empty());

    static DisputedMoney of(List<ProviderDispute> disputes) {
      return new DisputedMoney(
          sum(disputes, ProviderDispute::isHeld), sum(disputes, ProviderDispute::isLost));
    }

    /** Returns the sum of both. */
    public Optional<Money> sum() {
      return held.map(it -> lost.map(it::plus).orElse(it)).or(() -> lost);
    }

    private static Optional<Money> sum(
        List<ProviderDispute> disputes, Predicate<ProviderDispute> counts) {
      return disputes.stream()
          .filter(counts)
          .flatMap(dispute -> dispute.amount().stream())
          .reduce(Money::plus)
          .filter(sum -> !sum.isZero());
    }
  }

  public AtProvider {
    // Sorted, so that the same identifiers always give the same bytes.
    ids = Collections.unmodifiableSortedMap(new TreeMap<>(ids));
  }

  /** Returns the details with these disputes. */
  static AtProvider of(List<ProviderDispute> disputes, Optional<AtProvider> before, Instant now) {
    return of(
        before.map(AtProvider::ids).orElseGet(Map::of),
        before.flatMap(AtProvider::page),
        disputes,
        before,
        before.flatMap(AtProvider::differs),
        now);
  }

  /**
   * Returns the current details. The time of an earlier loss or difference is kept.
   *
   * @param differs whether the amount that the provider moved differs from the payment's amount
   */
  static AtProvider of(
      ProviderDetails details, Optional<AtProvider> before, boolean differs, Instant now) {
    Optional<Instant> since =
        differs ? before.flatMap(AtProvider::differs).or(() -> Optional.of(now)) : Optional.empty();
    return of(details.ids(), details.page(), details.disputes(), before, since, now);
  }

  private static AtProvider of(
      Map<String, String> ids,
      Optional<URI> page,
      List<ProviderDispute> disputes,
      Optional<AtProvider> before,
      Optional<Instant> differs,
      Instant now) {
    Optional<ProviderDispute> dispute =
        ProviderDispute.mostUrgent(disputes).map(ProviderDispute::summary);
    Optional<Instant> lost =
        dispute
            .filter(ProviderDispute::isLost)
            .map(_ -> before.flatMap(AtProvider::disputeLost).orElse(now));
    return new AtProvider(ids, page, dispute, DisputedMoney.of(disputes), lost, differs);
  }
}
