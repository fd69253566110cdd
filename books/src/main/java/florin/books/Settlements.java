package florin.books;

import florin.books.SettlementStore.Companion;
import florin.books.SettlementStore.LineBatch;
import florin.connector.OperationRef;
import florin.connector.SettlementLine;
import florin.connector.SettlementListing.ReportedPayout;
import florin.core.Id.AttemptId;
import florin.core.Id.PayoutId;
import florin.core.IdSource;
import florin.core.Realm;
import florin.db.Changeset;
import florin.db.GroupCommit;
import florin.payment.store.AttemptStore;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * What providers report about their money: a page from their API, or a file. A report can be
 * repeated: lines and payouts that are known stay as they are.
 */
public final class Settlements {
  private final SettlementStore store;
  private final Payouts payouts;
  private final GroupCommit commits;
  private final IdSource ids;
  private final InstantSource clock;

  public Settlements(
      SettlementStore store,
      Payouts payouts,
      GroupCommit commits,
      IdSource ids,
      InstantSource clock) {
    this.store = store;
    this.payouts = payouts;
    this.commits = commits;
    this.ids = ids;
    this.clock = clock;
  }

  /**
   * Adds lines and payouts. The payouts come first, in commits of their own with their events. Then
   * one transaction adds all lines, so that either all of them are there or none.
   *
   * @param settlement the file with the lines; empty if the provider's API reported them
   * @throws IllegalArgumentException if the payout of a line was not reported
   */
  public void add(
      Realm realm,
      String connector,
      List<SettlementLine> lines,
      List<ReportedPayout> reported,
      Optional<UUID> settlement,
      Companion companion) {
    Map<String, PayoutId> known = new HashMap<>(payouts.report(realm, connector, reported));
    known.putAll(payouts.find(realm, connector, unknown(lines, known)));
    List<String> missing = unknown(lines, known);
    if (!missing.isEmpty()) {
      throw new IllegalArgumentException(
          "a line is of the payout %s, which was not reported".formatted(missing.getFirst()));
    }
    inquire(realm, disputed(lines));
    store.add(
        new LineBatch(realm, connector, settlement, lines, known, ids::next, clock.instant()),
        companion);
  }

  /** Returns the attempts of payments whose money a dispute moved. */
  private static List<AttemptId> disputed(List<SettlementLine> lines) {
    return lines.stream()
        .filter(line -> line.type() == SettlementLine.Type.DISPUTE)
        .flatMap(line -> line.subject().stream())
        .filter(AttemptId.class::isInstance)
        .map(AttemptId.class::cast)
        .toList();
  }

  /**
   * Makes Florin ask about disputed payments, in case all webhooks about the dispute were lost. A
   * dispute that is reported again only makes it ask again.
   */
  void inquire(Realm realm, List<AttemptId> disputed) {
    Instant now = clock.instant();
    List<Changeset> nudges =
        disputed.stream()
            .distinct()
            .map(it -> Changeset.of(AttemptStore.nudge(realm, new OperationRef(it), true, now)))
            .toList();
    for (int from = 0; from < nudges.size(); from += GroupCommit.MAX_TOGETHER) {
      var _ =
          commits.commitAll(
              nudges.subList(from, Math.min(from + GroupCommit.MAX_TOGETHER, nudges.size())));
    }
  }

  /** Returns the references of lines that were reported before with other amounts, in order. */
  List<String> listChanged(Realm realm, String connector, List<SettlementLine> lines) {
    return store.listChanged(realm, connector, lines);
  }

  /** Returns those payouts of lines that were reported before. */
  Set<String> listReported(Realm realm, String connector, List<SettlementLine> lines) {
    return payouts.find(realm, connector, unknown(lines, Map.of())).keySet();
  }

  private static List<String> unknown(List<SettlementLine> lines, Map<String, PayoutId> known) {
    return lines.stream()
        .flatMap(line -> Stream.concat(line.payout().stream(), line.includedIn().stream()))
        .filter(reference -> !known.containsKey(reference))
        .distinct()
        .toList();
  }
}
