package florin.bench.crash;

import emulator.provider.Ledger;
import florin.bench.crash.CrashRecords.PaymentRow;
import florin.bench.crash.CrashRecords.RefundRow;
import florin.bench.drill.FinalStatus;
import florin.bench.provider.HostedProvider;
import florin.bench.provider.ProviderComparison;
import florin.bench.provider.ProviderRecords;
import florin.connector.simulator.Audit.AuthorizationTotals;
import florin.core.Money;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;

/** Compares the service's records with the networks' ledgers and the delivered events. */
final class Checks {
  private final CrashRecords records;
  private final Verdict verdict;

  Checks(CrashRecords records, Verdict verdict) {
    this.records = records;
    this.verdict = verdict;
  }

  /** Describes the differences between the service's records and the simulator's ledger. */
  static List<String> differencesAtTheSimulator(CrashRecords records, Instant now) {
    Map<UUID, UUID> payments = records.paymentsByReference(World.CARDS);
    List<String> differences = new ArrayList<>();
    var held = new HashMap<UUID, Long>();
    for (AuthorizationTotals entry : records.book(World.CARDS, now)) {
      UUID payment = payments.get(entry.reference().id().uuid());
      long net = net(entry);
      if (payment != null) {
        held.merge(payment, net, Long::sum);
      } else if (net > 0) {
        differences.add("the network has " + entry + ", and Florin has no such payment");
      }
    }
    for (PaymentRow row : records.payments()) {
      long net = row.isAtProvider() ? 0 : held.getOrDefault(row.uuid(), 0L);
      boolean isResolved = FinalStatus.is(row.status()) || row.status().equals("requires_capture");
      if (!row.isAtProvider() && isResolved && net != due(row)) {
        differences.add("the network holds " + net + " of " + row);
      }
    }
    return differences;
  }

  /**
   * Returns the net amount at the network. A faulty network's net amount can be negative, which
   * {@link Money} can't be.
   */
  private static long net(AuthorizationTotals entry) {
    return entry.approved()
        ? entry.amount().minor() - entry.reversed().minor() - entry.refunded().minor()
        : 0;
  }

  /** Returns the amount that the network should hold for a payment in this state. */
  private static long due(PaymentRow row) {
    return row.status().equals("requires_capture") ? row.amount() : row.captured() - row.refunded();
  }

  /** Describes the differences between the service's records and the provider's ledger. */
  static List<String> differencesAtTheProvider(ProviderRecords records, HostedProvider provider) {
    var differences =
        new ArrayList<>(
            ProviderComparison.differences(
                records.payments(),
                records.paymentsByName(),
                provider.emulator().book().standings()));
    long known = records.refundsMadeThere();
    if (known != provider.refunds()) {
      differences.add(
          "%d refunds were made in the provider's dashboard, and Florin has recorded %d"
              .formatted(provider.refunds(), known));
    }
    return differences;
  }

  /** Checks the amounts of each payment and each authorization. */
  void sums(List<HostedAccount> accounts) {
    sums(
        records.payments(),
        records.paymentsByReference(World.CARDS),
        records.book(World.CARDS, Instant.now()),
        verdict);
    for (HostedAccount account : accounts) {
      Ledger ledger = account.provider().emulator().book();
      ledger.faults().forEach(fault -> verdict.broken(Invariant.SUMS, fault));
      verdict.looked(Invariant.SUMS, ledger.standings().size());
    }
  }

  /**
   * Checks the amounts of the service's records and of the simulator's ledger.
   *
   * @param references payment of each network reference
   */
  static void sums(
      List<PaymentRow> payments,
      Map<UUID, UUID> references,
      List<AuthorizationTotals> book,
      Verdict verdict) {
    for (PaymentRow row : payments) {
      if (row.captured() > row.amount() || row.refunded() + row.pending() > row.captured()) {
        verdict.broken(Invariant.SUMS, row.toString());
      }
    }
    Map<UUID, Integer> standing = new HashMap<>();
    for (AuthorizationTotals entry : book) {
      if (entry.captured().isMoreThan(entry.amount())
          || entry.refunded().isMoreThan(entry.captured())) {
        verdict.broken(Invariant.SUMS, "the network has " + entry);
      }
      UUID payment = references.get(entry.reference().id().uuid());
      if (entry.approved() && entry.amount().isMoreThan(entry.reversed()) && payment != null) {
        standing.merge(payment, 1, Integer::sum);
      }
    }
    standing.forEach((payment, times) -> {
      if (times > 1) {
        verdict.broken(Invariant.ONE_AUTHORIZATION, payment + " has " + times);
      }
    });
    verdict.looked(Invariant.SUMS, payments.size() + book.size());
    verdict.looked(Invariant.ONE_AUTHORIZATION, payments.size());
  }

  /** Checks that events are delivered, signed, complete, and in a legal order of states. */
  void events(Receiver receiver) {
    Map<UUID, Integer> sequences =
        records.payments().stream()
            .collect(Collectors.toMap(PaymentRow::uuid, PaymentRow::sequence));
    sequences.putAll(
        records.refunds().stream().collect(Collectors.toMap(RefundRow::uuid, RefundRow::sequence)));
    var reader = new EventReader(verdict, receiver, sequences);
    records.events(reader::read);
    reader.end();
    verdict.looked(Invariant.SIGNED, receiver.deliveries());
    receiver.forged().forEach(event -> verdict.broken(Invariant.SIGNED, event));
    receiver.leaks().forEach(event -> verdict.broken(Invariant.NO_CARD, event + " was delivered"));
  }

  /** Checks that webhooks and bank entries received twice are stored once. */
  void once() {
    verdict.looked(Invariant.NOTICED_ONCE, records.countRows("provider_webhook"));
    records.webhooksKeptTwice().forEach(one -> verdict.broken(Invariant.NOTICED_ONCE, one));
    long entries = records.countRows("bank_entry");
    if (entries > 0) {
      verdict.looked(Invariant.BOOKED_ONCE, entries);
      records.entriesBookedTwice().forEach(one -> verdict.broken(Invariant.BOOKED_ONCE, one));
    }
  }
}
