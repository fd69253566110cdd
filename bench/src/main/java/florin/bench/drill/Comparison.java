package florin.bench.drill;

import florin.bench.drill.Invariant.Violation;
import florin.bench.drill.Records.Row;
import florin.bench.drill.Sent.Acknowledged;
import florin.connector.simulator.Audit;
import florin.core.Id.PaymentId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Holds three sides against each other: what the client was told, what the service has in its
 * records, and what the network has in its book.
 */
final class Comparison {
  private final Records records;
  private final Ledger ledger;
  private final List<Violation> found = new ArrayList<>();

  private Comparison(Records records, Ledger ledger) {
    this.records = records;
    this.ledger = ledger;
  }

  /** Everything that must hold at any time, between the client and our records. */
  static List<Violation> withClient(Records records, Ledger ledger) {
    var comparison = new Comparison(records, ledger);
    comparison.payments();
    comparison.events();
    return comparison.found;
  }

  /** Payments of good cards that failed although their client asked again right after the kill. */
  static List<Violation> ofSales(Records records, List<Sent> askedAgain) {
    var comparison = new Comparison(records, new Ledger());
    Map<String, Row> byKey =
        records.payments().stream()
            .collect(Collectors.toMap(Row::key, Function.identity(), (first, _) -> first));
    askedAgain.stream()
        .filter(sent -> sent.card() == TestCard.APPROVED)
        .filter(sent ->
            !Optional.ofNullable(byKey.get(sent.key()))
                .map(Row::status)
                .equals(Optional.of("succeeded")))
        .forEach(sent ->
            comparison.add(Invariant.COSTS_NO_SALE, sent.key() + " is " + byKey.get(sent.key())));
    return comparison.found;
  }

  /**
   * What must hold between our records and the network, once all is settled: a late approval that
   * is about to be reversed shows here for a while.
   */
  static List<Violation> withNetwork(Records records, Instant now) {
    var comparison = new Comparison(records, new Ledger());
    comparison.book(now);
    return comparison.found;
  }

  private void payments() {
    var byKey = new HashMap<String, Row>();
    for (Row row : records.payments()) {
      Row other = byKey.putIfAbsent(row.key(), row);
      if (other != null) {
        add(Invariant.ONE_PAYMENT_PER_KEY, row.key() + " made " + other.id() + " and " + row.id());
      }
    }
    for (Sent sent : ledger.sent()) {
      Optional<Row> row = Optional.ofNullable(byKey.get(sent.key()));
      sent.acknowledged().ifPresent(told -> kept(sent, told, row));
      if (row.isPresent() && row.get().status().equals("succeeded") && !sent.card().maySucceed()) {
        add(Invariant.DECLINED_NEVER_SUCCEEDS, row.get() + " with " + sent.card());
      }
    }
  }

  private void kept(Sent sent, Acknowledged told, Optional<Row> row) {
    if (row.isEmpty()) {
      add(Invariant.ACKNOWLEDGED_IS_KEPT, sent.key() + " was told " + told + ", and is gone");
    } else if (!row.get().id().equals(told.payment())) {
      add(
          Invariant.ONE_PAYMENT_PER_KEY,
          sent.key() + " was told " + told + ", and is " + row.get());
    } else if (!isSameOrLater(told.status(), row.get().status())
        || row.get().amount() != sent.amount()) {
      add(
          Invariant.ACKNOWLEDGED_IS_KEPT,
          sent.key() + " over " + sent.amount() + " was told " + told + ", and is " + row.get());
    }
  }

  /** The drill only makes payments that are captured at once: all but processing is final. */
  private static boolean isSameOrLater(String before, String now) {
    return before.equals(now) || before.equals("processing");
  }

  private void events() {
    Map<String, String> read = ledger.eventsRead();
    Map<String, String> stored = records.events(read.keySet());
    read.forEach((id, text) -> {
      if (!text.equals(stored.get(id))) {
        add(
            Invariant.EVENTS_ARE_KEPT,
            id + (stored.containsKey(id) ? " has changed" : " was read, and is gone"));
      }
    });
    records.paymentsWithoutAllEvents().forEach(gap -> add(Invariant.EVENTS_ARE_WHOLE, gap));
  }

  private void book(Instant now) {
    Map<UUID, UUID> paymentsByReference = records.paymentsByReference();
    var held = new HashMap<UUID, Held>();
    for (Audit.AuthorizationTotals standing : records.book(now)) {
      UUID payment = paymentsByReference.get(standing.reference().id().uuid());
      if (payment == null) {
        add(Invariant.BOOKS_AGREE, "the network has " + standing + ", which we never asked for");
      } else if (standing.net().minor() > 0) {
        held.merge(payment, new Held(1, standing.net().minor()), Held::plus);
      }
    }
    for (Row row : records.payments()) {
      Held of = Optional.ofNullable(held.remove(row.uuid())).orElse(Held.NOTHING);
      if (of.authorizations() > 1) {
        add(Invariant.ONE_AUTHORIZATION, row.id() + " has " + of.authorizations());
      }
      if (row.isFinal() && of.net() != row.captured()) {
        add(Invariant.BOOKS_AGREE, "the network holds " + of.net() + " for " + row);
      }
    }
    held.forEach((payment, of) ->
        add(
            Invariant.BOOKS_AGREE,
            "the network holds "
                + of.net()
                + " for "
                + new PaymentId(payment)
                + ", which is gone"));
  }

  /** What the network holds of one payment. */
  private record Held(int authorizations, long net) {
    static final Held NOTHING = new Held(0, 0);

    Held plus(Held other) {
      return new Held(authorizations + other.authorizations, net + other.net);
    }
  }

  private void add(Invariant invariant, String detail) {
    found.add(invariant.broken(detail));
  }
}
