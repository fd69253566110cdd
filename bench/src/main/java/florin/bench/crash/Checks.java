package florin.bench.crash;

import florin.bench.crash.CrashRecords.EventRow;
import florin.bench.crash.CrashRecords.PaymentRow;
import florin.bench.crash.CrashRecords.RefundRow;
import florin.bench.provider.ProviderComparison;
import florin.bench.provider.ProviderRecords;
import florin.connector.simulator.Audit.AuthorizationTotals;
import florin.core.Money;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import standin.stripe.StripeDouble;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Holds what stands in our records against the networks' books and what was delivered. */
final class Checks {
  private static final Set<String> FINAL = Set.of("succeeded", "failed", "canceled");
  private static final JsonMapper JSON = new JsonMapper();

  private final CrashRecords records;
  private final Verdict verdict;

  Checks(CrashRecords records, Verdict verdict) {
    this.records = records;
    this.verdict = verdict;
  }

  /** Where our book and the simulator's differ, in words. */
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
        differences.add("the network has " + entry + ", and we have no such payment");
      }
    }
    for (PaymentRow row : records.payments()) {
      long net = row.isAtProvider() ? 0 : held.getOrDefault(row.uuid(), 0L);
      boolean isSettled = FINAL.contains(row.status()) || row.status().equals("requires_capture");
      if (!row.isAtProvider() && isSettled && net != due(row)) {
        differences.add("the network holds " + net + " of " + row);
      }
    }
    return differences;
  }

  /** What a broken network has may be less than nothing, which is no {@link Money}. */
  private static long net(AuthorizationTotals entry) {
    return entry.approved()
        ? entry.amount().minor() - entry.reversed().minor() - entry.refunded().minor()
        : 0;
  }

  /** What the network has of a payment that stands so. */
  private static long due(PaymentRow row) {
    return row.status().equals("requires_capture") ? row.amount() : row.captured() - row.refunded();
  }

  /** Where our book and the provider's differ, in words. */
  static List<String> differencesAtTheProvider(ProviderRecords records, StripeDouble stripe) {
    return ProviderComparison.differences(
        records.payments(), records.paymentsByName(), stripe.book().standings());
  }

  /** All that is there, each for itself. */
  void sums(Optional<StripeDouble> provider) {
    List<PaymentRow> payments = records.payments();
    for (PaymentRow row : payments) {
      if (row.captured() > row.amount() || row.refunded() + row.pending() > row.captured()) {
        verdict.broken(Promise.SUMS, row.toString());
      }
    }
    Map<UUID, Integer> standing = new HashMap<>();
    Map<UUID, UUID> references = records.paymentsByReference(World.CARDS);
    List<AuthorizationTotals> book = records.book(World.CARDS, Instant.now());
    for (AuthorizationTotals entry : book) {
      if (entry.captured().isMoreThan(entry.amount())
          || entry.refunded().isMoreThan(entry.captured())) {
        verdict.broken(Promise.SUMS, "the network has " + entry);
      }
      UUID payment = references.get(entry.reference().id().uuid());
      if (entry.approved() && entry.amount().isMoreThan(entry.reversed()) && payment != null) {
        standing.merge(payment, 1, Integer::sum);
      }
    }
    standing.forEach((payment, times) -> {
      if (times > 1) {
        verdict.broken(Promise.ONE_AUTHORIZATION, payment + " has " + times);
      }
    });
    provider.ifPresent(stripe -> {
      stripe.book().faults().forEach(fault -> verdict.broken(Promise.SUMS, fault));
      verdict.looked(Promise.SUMS, stripe.book().standings().size());
    });
    verdict.looked(Promise.SUMS, payments.size() + book.size());
    verdict.looked(Promise.ONE_AUTHORIZATION, payments.size());
  }

  /** Events: delivered, signed, whole, and none that leads back. */
  void events(Receiver receiver) {
    Map<UUID, Integer> sequences =
        records.payments().stream()
            .collect(Collectors.toMap(PaymentRow::uuid, PaymentRow::sequence));
    sequences.putAll(
        records.refunds().stream().collect(Collectors.toMap(RefundRow::uuid, RefundRow::sequence)));
    var reader = new EventReader(receiver, sequences);
    records.events(reader::read);
    reader.end();
    verdict.looked(Promise.SIGNED, receiver.deliveries());
    receiver.forged().forEach(event -> verdict.broken(Promise.SIGNED, event));
    receiver.leaks().forEach(event -> verdict.broken(Promise.NO_CARD, event + " was delivered"));
  }

  /** Reads a thing's events in their order. */
  private final class EventReader {
    private final Receiver receiver;

    /** How many events each is to have. */
    private final Map<UUID, Integer> expected;

    private final Map<UUID, Integer> seen = new HashMap<>();
    private String status = "";
    private long captured;

    EventReader(Receiver receiver, Map<UUID, Integer> expected) {
      this.receiver = receiver;
      this.expected = expected;
    }

    void read(EventRow event) {
      verdict.looked(Promise.ARRIVED, 1);
      verdict.looked(Promise.NOT_BACK, 1);
      boolean came =
          receiver.digestOf(event.id()).filter(Receiver.digest(event.body())::equals).isPresent();
      if (!came && !event.waits()) {
        verdict.broken(
            Promise.ARRIVED,
            event.id()
                + " "
                + event.type()
                + (receiver.digestOf(event.id()).isPresent()
                    ? " came otherwise"
                    : " did not come"));
      }
      if (expected.containsKey(event.object())) {
        follow(event);
      }
    }

    private void follow(EventRow event) {
      int before = seen.getOrDefault(event.object(), 0);
      if (event.sequence() != before + 1) {
        verdict.broken(
            Promise.WHOLE, event.object() + " has number " + event.sequence() + " after " + before);
      }
      seen.put(event.object(), event.sequence());
      JsonNode object = JSON.readTree(event.body()).at("/data/object");
      String now = object.path("status").asString("");
      long capturedNow = object.path("amount_captured").asLong(0);
      boolean isFirst = before == 0;
      if (!isFirst
          && event.type().startsWith("payment.")
          && ((FINAL.contains(status) && !status.equals(now)) || capturedNow < captured)) {
        verdict.broken(
            Promise.NOT_BACK,
            event.object()
                + " was "
                + status
                + " with "
                + captured
                + ", then "
                + now
                + " with "
                + capturedNow);
      }
      status = now;
      captured = capturedNow;
    }

    void end() {
      verdict.looked(Promise.WHOLE, expected.size());
      expected.forEach((thing, sequence) -> {
        if (!sequence.equals(seen.getOrDefault(thing, 0))) {
          verdict.broken(
              Promise.WHOLE,
              thing + " is at " + sequence + ", its last event at " + seen.get(thing));
        }
      });
    }
  }

  /** What is kept once though it came twice. */
  void once() {
    verdict.looked(Promise.NOTICED_ONCE, records.countRows("connector_notice"));
    records.noticesKeptTwice().forEach(one -> verdict.broken(Promise.NOTICED_ONCE, one));
    long entries = records.countRows("bank_entry");
    if (entries > 0) {
      verdict.looked(Promise.BOOKED_ONCE, entries);
      records.entriesBookedTwice().forEach(one -> verdict.broken(Promise.BOOKED_ONCE, one));
    }
  }
}
