package florin.bench.crash;

import florin.bench.crash.CrashRecords.PaymentRow;
import florin.bench.crash.CrashRecords.RefundRow;
import florin.bench.crash.Journal.Asked;
import florin.bench.drill.FinalStatus;
import florin.bench.provider.Shop;
import florin.bench.provider.Shop.Reply;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** Compares the responses in the clients' journal with the service's records. */
final class Told {
  private static final int UNFORESEEN = 500;
  private static final int TRIES = 5;
  private static final Duration PAUSE = Duration.ofSeconds(1);

  private final Verdict verdict;
  private final Map<String, PaymentRow> payments;
  private final Map<String, RefundRow> refunds;
  private final Set<String> customers;
  private final Map<String, Given> byKey = new LinkedHashMap<>();

  /** The first response to a key, with its request. */
  private record Given(Asked asked, String digest) {}

  Told(CrashRecords records, Verdict verdict) {
    this(records.payments(), records.refunds(), records.customers(), verdict);
  }

  Told(List<PaymentRow> payments, List<RefundRow> refunds, Set<String> customers, Verdict verdict) {
    this.verdict = verdict;
    this.customers = Set.copyOf(customers);
    this.payments =
        payments.stream().collect(Collectors.toMap(PaymentRow::id, Function.identity()));
    this.refunds = refunds.stream().collect(Collectors.toMap(RefundRow::id, Function.identity()));
  }

  /** Checks all of the journal against the records. */
  void check(Journal journal) throws IOException {
    journal.read((asked, reply) -> {
      verdict.looked(Invariant.NO_BUG, 1);
      try {
        check(asked, reply);
      } catch (JacksonException notJson) {
        verdict.broken(Invariant.NO_BUG, asked.path() + ": " + reply);
      }
    });
    verdict.looked(Invariant.NO_BUG, journal.looks());
    journal.unforeseen().forEach(one -> verdict.broken(Invariant.NO_BUG, one));
    verdict.looked(Invariant.ONCE, payments.size());
    Map<String, String> byName = new HashMap<>();
    payments.values().stream()
        .filter(row -> !row.name().equals("null"))
        .forEach(row -> {
          String other = byName.putIfAbsent(row.name(), row.id());
          if (other != null) {
            verdict.broken(Invariant.ONCE, row.name() + " is " + other + " and " + row.id());
          }
        });
  }

  private void check(Asked asked, Reply reply) {
    if (reply.status() == UNFORESEEN) {
      verdict.broken(Invariant.NO_BUG, asked.path() + ": " + reply.text());
    }
    if (Buyer.isAfterRevocation(asked.body())) {
      verdict.looked(Invariant.CONSENT, 1);
      // A charge that began and was not sent to the provider names its payment too.
      if (reply.isGood() || !reply.at("/error/payment").isEmpty()) {
        verdict.broken(Invariant.CONSENT, asked.key() + " got " + reply);
      }
    }
    if (!Buyer.isDecided(reply)) {
      return;
    }
    if (!asked.key().isEmpty() && isRemembered(asked, reply)) {
      sameAsBefore(asked, reply);
    }
    if (asked.path().equals("/v2/payments") && Cards.neverPays(asked.body())) {
      verdict.looked(Invariant.DECLINED, 1);
      findPayment(reply)
          .filter(row -> row.status().equals("succeeded") || row.captured() > 0)
          .ifPresent(row -> verdict.broken(Invariant.DECLINED, row.toString()));
    }
    if (reply.status() == 200 || reply.status() == 402) {
      acknowledged(asked, reply);
    }
  }

  /**
   * Returns whether the key must keep this response. After a rejection, a corrected request may
   * reuse the key.
   */
  private boolean isRemembered(Asked asked, Reply reply) {
    return reply.isGood() || reply.status() == 402 || byKey.containsKey(asked.key());
  }

  private void sameAsBefore(Asked asked, Reply reply) {
    String digest = Receiver.digest(reply.status() + reply.text());
    Given first = byKey.get(asked.key());
    if (first == null) {
      byKey.put(asked.key(), new Given(asked, digest));
    } else if (!first.asked().body().equals(asked.body())) {
      verdict.looked(Invariant.OTHER_REQUEST, 1);
      if (reply.isGood()) {
        verdict.broken(Invariant.OTHER_REQUEST, asked.key() + " got status " + reply.status());
      }
    } else {
      verdict.looked(Invariant.SAME_ANSWER, 1);
      if (!first.digest().equals(digest)) {
        verdict.broken(Invariant.SAME_ANSWER, asked.key() + " finally got " + reply);
      }
    }
  }

  private Optional<PaymentRow> findPayment(Reply reply) {
    String id = reply.isGood() ? reply.at("/id") : reply.at("/error/payment");
    return Optional.ofNullable(payments.get(id));
  }

  private void acknowledged(Asked asked, Reply reply) {
    JsonNode told = reply.json();
    boolean isRefund = asked.path().equals("/v2/refunds");
    boolean isPayment = asked.path().startsWith("/v2/payments");
    if (isRefund && reply.isGood()) {
      refund(asked, told);
    } else if (asked.path().equals("/v2/customers")) {
      verdict.looked(Invariant.KEPT, 1);
      if (!customers.contains(told.path("id").asString())) {
        verdict.broken(Invariant.KEPT, "customer " + told.path("id").asString() + " is missing");
      }
    } else if (asked.path().startsWith("/v2/setups") && reply.isGood()) {
      setup(asked, told);
    } else if (isPayment && reply.isGood()) {
      payment(asked, told);
    } else if (isPayment && asked.path().equals("/v2/payments")) {
      verdict.looked(Invariant.KEPT, 1);
      if (findPayment(reply).filter(row -> row.status().equals("failed")).isEmpty()) {
        verdict.broken(Invariant.KEPT, asked.key() + " was declined and is " + findPayment(reply));
      }
    }
  }

  private void payment(Asked asked, JsonNode told) {
    verdict.looked(Invariant.KEPT, 1);
    PaymentRow row = payments.get(told.path("id").asString());
    if (row == null) {
      verdict.broken(
          Invariant.KEPT, asked.path() + " returned " + brief(told) + ", which doesn't exist");
      return;
    }
    String status = told.path("status").asString();
    boolean same =
        row.amount() == told.path("amount").asLong()
            && row.currency().equals(told.path("currency").asString())
            && row.captureMethod().equals(told.path("capture_method").asString())
            && row.name().equals(told.path("description").asString());
    boolean isLater =
        FinalStatus.is(status)
            ? status.equals(row.status())
            : !status.equals("requires_capture") || !row.status().equals("failed");
    boolean hasMore =
        row.captured() >= told.path("amount_captured").asLong()
            && row.refunded() >= told.path("amount_refunded").asLong();
    if (!same || !isLater || !hasMore) {
      verdict.broken(Invariant.KEPT, asked.path() + " returned " + brief(told) + ", and is " + row);
    }
  }

  private void setup(Asked asked, JsonNode told) {
    verdict.looked(Invariant.KEPT, 1);
    PaymentRow row = payments.get(told.path("id").asString());
    String status = told.path("status").asString();
    if (row == null || (FinalStatus.is(status) && !status.equals(row.status()))) {
      verdict.broken(Invariant.KEPT, asked.path() + " returned " + brief(told) + ", and is " + row);
    }
  }

  private void refund(Asked asked, JsonNode told) {
    verdict.looked(Invariant.KEPT, 1);
    RefundRow row = refunds.get(told.path("id").asString());
    String status = told.path("status").asString();
    if (row == null
        || row.amount() != told.path("amount").asLong()
        || (FinalStatus.is(status) && !status.equals(row.status()))) {
      verdict.broken(Invariant.KEPT, asked.key() + " returned " + brief(told) + ", and is " + row);
    }
  }

  private static String brief(JsonNode told) {
    return told.path("id").asString()
        + " "
        + told.path("status").asString()
        + " "
        + told.path("amount").asLong();
  }

  /** Returns a sample of the requests with a key and a response, spread evenly. */
  List<Asked> sample(int most) {
    List<Asked> all = byKey.values().stream().map(Given::asked).toList();
    int step = Math.max(1, all.size() / most);
    var sample = new ArrayList<Asked>();
    for (int i = all.size() - 1; i >= 0 && sample.size() < most; i -= step) {
      sample.add(all.get(i));
    }
    return sample;
  }

  /**
   * Sends a request again and compares the response with the first one. It retries while the
   * outcome isn't final.
   */
  void repeat(Asked asked, Shop shop) {
    Optional<Reply> reply = shop.post(asked.path(), asked.body(), asked.key());
    for (int i = 1; i < TRIES && reply.filter(Buyer::isDecided).isEmpty(); i++) {
      LockSupport.parkNanos(PAUSE.toNanos());
      reply = shop.post(asked.path(), asked.body(), asked.key());
    }
    verdict.looked(Invariant.SAME_ANSWER, 1);
    Given first = byKey.get(asked.key());
    boolean same =
        first != null
            && reply
                .map(now -> Receiver.digest(now.status() + now.text()))
                .filter(first.digest()::equals)
                .isPresent();
    if (!same) {
      verdict.broken(
          Invariant.SAME_ANSWER, asked.key() + " for " + asked.path() + " finally got " + reply);
    }
  }
}
