package florin.bench.simulate.world;

import florin.bench.drill.FinalStatus;
import florin.bench.simulate.memory.MemoryDatabase;
import florin.bench.simulate.memory.MemoryDatabase.Rows;
import florin.bench.simulate.world.Shopper.OffSessionCharge;
import florin.core.Id.CustomerId;
import florin.core.Id.EventId;
import florin.core.Id.MandateId;
import florin.core.Id.PaymentId;
import florin.core.Id.RefundId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Checks all invariants at the end of a simulation run. */
final class Inspection {
  private static final Pattern SECRET = Pattern.compile("\"client_secret\":\"[^\"]*\"");
  private static final Pattern STATUS = Pattern.compile("\"status\":\"([a-z_]*)\"");

  private final WorldStage stage;
  private final List<Acknowledged> records;
  private final Map<WorldInvariant, List<String>> broken = new EnumMap<>(WorldInvariant.class);
  private final Map<WorldInvariant, Long> looked = new EnumMap<>(WorldInvariant.class);

  Inspection(WorldStage stage, List<Acknowledged> records) {
    this.stage = stage;
    this.records = records;
  }

  Map<WorldInvariant, List<String>> broken() {
    return broken;
  }

  Map<WorldInvariant, Long> looked() {
    return looked;
  }

  private void hold(WorldInvariant promise, boolean holds, String what) {
    looked.merge(promise, 1L, Long::sum);
    if (!holds) {
      broken.computeIfAbsent(promise, _ -> new ArrayList<>()).add(what);
    }
  }

  /** A row with the names of its columns. */
  private record Line(Map<String, @Nullable Object> values) {
    String text(String column) {
      return String.valueOf(values.get(column));
    }

    long number(String column) {
      return values.get(column) instanceof Long number ? number : 0;
    }

    UUID id(String column) {
      return (UUID) Objects.requireNonNull(values.get(column), column);
    }

    boolean has(String column) {
      return values.get(column) != null;
    }
  }

  private static List<Line> lines(MemoryDatabase database, String sql) {
    Rows rows = database.query(sql);
    return rows.values().stream()
        .map(row -> {
          var values = new HashMap<String, @Nullable Object>();
          for (int i = 0; i < row.length; i++) {
            values.put(rows.names().get(i), row[i]);
          }
          return new Line(values);
        })
        .toList();
  }

  /** Returns whether no operation is in flight. */
  static boolean isResolved(WorldStage stage) {
    return open(stage.database()).isEmpty();
  }

  /** Describes the operations in flight. */
  private static List<String> open(MemoryDatabase database) {
    var open = new ArrayList<String>();
    lines(
            database,
            "SELECT id, operation, status, due_at, expires_at FROM attempt WHERE due_at IS NOT NULL")
        .stream()
        .filter(attempt -> !attempt.has("expires_at"))
        .forEach(attempt -> open.add("attempt " + attempt.values()));
    lines(database, "SELECT id, status FROM payment WHERE status = 'processing'")
        .forEach(payment -> open.add("payment " + payment.values()));
    lines(database, "SELECT id, status FROM refund WHERE status = 'pending'")
        .forEach(refund -> open.add("refund " + refund.values()));
    lines(database, "SELECT id, status FROM delivery WHERE status = 'pending'")
        .forEach(delivery -> open.add("delivery " + delivery.values()));
    return open;
  }

  void all(List<String> unanswered, List<OffSessionCharge> charges, List<Throwable> escaped) {
    charges.forEach(charge ->
        hold(
            WorldInvariant.CONSENT,
            charge.isAgreed() || !charge.answer().isAcknowledged(),
            charge + " began without an active mandate"));
    records.forEach(record -> hold(WorldInvariant.NO_BUG, true, record.toString()));
    stage.bugs().forEach(bug -> hold(WorldInvariant.NO_BUG, false, bug));
    escaped.forEach(bug -> hold(WorldInvariant.NO_BUG, false, bug.toString()));
    records.forEach(record -> hold(WorldInvariant.ANSWERED, true, ""));
    unanswered.forEach(text -> hold(WorldInvariant.ANSWERED, false, text));
    resolved();
    events();
    deliveries();
    acknowledged();
    payments();
  }

  private void resolved() {
    List<String> open = open(stage.database());
    hold(WorldInvariant.RESOLVED, open.isEmpty(), String.join("; ", open));
  }

  private void events() {
    Map<UUID, List<Line>> byObject =
        lines(stage.database(), "SELECT id, type, object_id, sequence, body FROM event").stream()
            .collect(
                Collectors.groupingBy(
                    event -> event.id("object_id"), TreeMap::new, Collectors.toList()));
    byObject.forEach((object, events) -> {
      var bySequence = new TreeMap<Long, Line>();
      events.forEach(event -> bySequence.put(event.number("sequence"), event));
      hold(
          WorldInvariant.WHOLE,
          bySequence.size() == events.size()
              && bySequence.firstKey() == 1
              && bySequence.lastKey() == events.size(),
          object + " has events " + events.stream().map(e -> e.number("sequence")).toList());
      String before = "";
      for (Line event : bySequence.values()) {
        String status = status(event.text("body"));
        boolean isRefund = event.text("type").startsWith("refund");
        boolean stays =
            !FinalStatus.is(before)
                || status.equals(before)
                || (isRefund && before.equals("succeeded") && status.equals("failed"));
        hold(WorldInvariant.FINAL, stays, object + " was " + before + " and is " + status);
        before = status;
      }
    });
  }

  private static String status(String body) {
    String object = body.substring(body.indexOf("\"data\":"));
    Matcher matcher = STATUS.matcher(object);
    return matcher.find() ? matcher.group(1) : "";
  }

  private void deliveries() {
    Map<String, String> arrived = stage.inbox().bodies();
    var committed = new HashSet<String>();
    for (Line event : lines(stage.database(), "SELECT id, body FROM event")) {
      String id = new EventId(event.id("id")).text();
      committed.add(id);
      hold(
          WorldInvariant.ARRIVED,
          event.text("body").equals(arrived.get(id)),
          id + " did not arrive unchanged");
    }
    arrived
        .keySet()
        .forEach(id ->
            hold(
                WorldInvariant.ARRIVED,
                committed.contains(id),
                id + " arrived and was never committed"));
    hold(
        WorldInvariant.SIGNED,
        stage.inbox().unsigned().isEmpty(),
        stage.inbox().unsigned() + " have no valid signature");
    hold(
        WorldInvariant.PLACES,
        stage.inbox().crowded().isEmpty(),
        String.join("; ", stage.inbox().crowded()));
  }

  private void acknowledged() {
    var first = new HashMap<String, Acknowledged>();
    Set<String> shown = new HashSet<>();
    for (Line event : lines(stage.database(), "SELECT body FROM event")) {
      String body = event.text("body");
      String mark = "\"data\":{\"object\":";
      shown.add(body.substring(body.indexOf(mark) + mark.length(), body.length() - 2));
    }
    for (Acknowledged record : records) {
      record
          .request()
          .key()
          .ifPresent(key -> {
            Acknowledged before = first.putIfAbsent(key, record);
            if (before != null && !before.request().text().equals(record.request().text())) {
              hold(
                  WorldInvariant.OTHER_REQUEST,
                  false,
                  before.request().text()
                      + " and "
                      + record.request().text()
                      + " both succeeded with one key");
            } else if (before != null) {
              hold(
                  WorldInvariant.ONCE,
                  isSame(before.answer(), record.answer()),
                  record.request().text()
                      + " returned "
                      + before.answer()
                      + " and "
                      + record.answer());
            }
          });
      kept(record, shown);
    }
  }

  private static boolean isSame(WorldAnswer one, WorldAnswer other) {
    return one.status() == other.status()
        && withoutSecret(one.body()).equals(withoutSecret(other.body()));
  }

  private static String withoutSecret(String body) {
    return SECRET.matcher(body).replaceAll("\"client_secret\":null");
  }

  private void kept(Acknowledged record, Set<String> shown) {
    WorldAnswer answer = record.answer();
    Optional<UUID> payment =
        answer
            .field(answer.isOk() ? "id" : "payment")
            .flatMap(PaymentId.KIND::parse)
            .map(PaymentId::uuid);
    Optional<UUID> refund = answer.field("id").flatMap(RefundId.KIND::parse).map(RefundId::uuid);
    boolean isFinal = answer.isOk() && answer.field("status").filter(FinalStatus::is).isPresent();
    if (isFinal) {
      hold(
          WorldInvariant.KEPT,
          shown.contains(withoutSecret(answer.body())),
          record.request().text() + " returned a state that no event contains: " + answer.body());
    }
    payment.ifPresent(id ->
        hold(
            WorldInvariant.KEPT,
            isThere("payment", id, answer),
            record.request().text() + " returned " + answer + ", which contradicts the payment"));
    refund.ifPresent(id ->
        hold(
            WorldInvariant.KEPT,
            isThere("refund", id, answer),
            record.request().text() + " returned " + answer + ", which contradicts the refund"));
    if (payment.isEmpty() && refund.isEmpty() && answer.isOk()) {
      hold(WorldInvariant.KEPT, isOther(answer), "no object for " + answer);
    }
  }

  /** Returns whether the response has a customer, or a mandate that is revoked. */
  private boolean isOther(WorldAnswer answer) {
    Optional<UUID> customer =
        answer.field("id").flatMap(CustomerId.KIND::parse).map(CustomerId::uuid);
    Optional<UUID> mandate = answer.field("id").flatMap(MandateId.KIND::parse).map(MandateId::uuid);
    return lines(stage.database(), "SELECT id FROM customer").stream()
            .anyMatch(row -> customer.filter(row.id("id")::equals).isPresent())
        || lines(stage.database(), "SELECT id, revoked_at FROM mandate").stream()
            .filter(row -> row.has("revoked_at"))
            .anyMatch(row -> mandate.filter(row.id("id")::equals).isPresent());
  }

  private boolean isThere(String table, UUID id, WorldAnswer answer) {
    return lines(stage.database(), "SELECT id, status, amount FROM " + table).stream()
        .filter(row -> row.id("id").equals(id))
        .anyMatch(row ->
            !answer.isOk()
                || (row.text("amount").equals(answer.field("amount").orElse(""))
                    && isLater(answer.field("status").orElse(""), row.text("status"), table)));
  }

  private static boolean isLater(String told, String now, String table) {
    return !FinalStatus.is(told)
        || told.equals(now)
        || (table.equals("refund") && told.equals("succeeded") && now.equals("failed"));
  }

  private void payments() {
    Map<UUID, List<Line>> attempts =
        lines(stage.database(), "SELECT id, payment_id, operation, status, amount FROM attempt")
            .stream()
            .collect(Collectors.groupingBy(attempt -> attempt.id("payment_id")));
    Map<UUID, Line> book =
        lines(stage.book(), "SELECT * FROM simulator_operation").stream()
            .collect(Collectors.toMap(entry -> entry.id("reference"), entry -> entry));
    Map<String, Integer> ofOrders = new HashMap<>();
    for (Line payment : lines(stage.database(), "SELECT * FROM payment")) {
      ofOrders.merge(payment.text("metadata"), 1, Integer::sum);
      sums(payment);
      List<Line> standing =
          attempts.getOrDefault(payment.id("id"), List.of()).stream()
              .filter(attempt -> attempt.text("operation").equals("authorize"))
              .flatMap(attempt -> Optional.ofNullable(book.get(attempt.id("id"))).stream())
              .filter(this::stands)
              .toList();
      books(payment, standing, book);
    }
    keyed(ofOrders);
  }

  /** Checks that each acknowledged order with an idempotency key has exactly one payment. */
  private void keyed(Map<String, Integer> payments) {
    var keyed = new HashSet<String>();
    for (Acknowledged record : records) {
      record
          .request()
          .key()
          .filter(key -> key.matches("order [0-9]+( charge [0-9]+)?"))
          .ifPresent(key -> keyed.add("{\"order\":\"" + key + "\"}"));
    }
    keyed.forEach(order ->
        hold(
            WorldInvariant.ONCE,
            payments.getOrDefault(order, 0) == 1,
            order + " has " + payments.getOrDefault(order, 0) + " payments"));
  }

  private void sums(Line payment) {
    long captured = payment.number("amount_captured");
    hold(
        WorldInvariant.SUMS,
        captured + payment.number("amount_capturable") <= payment.number("amount")
            && payment.number("amount_refunded") + payment.number("amount_refund_pending")
                <= captured,
        "payment " + payment.id("id"));
  }

  private boolean isApproved(Line entry) {
    Instant now = stage.clock().instant();
    boolean isLater =
        entry.has("due_at")
            && !((Instant) Objects.requireNonNull(entry.values().get("due_at"))).isAfter(now);
    return entry.text(isLater ? "due_state" : "state").equals("approved");
  }

  private boolean stands(Line entry) {
    return entry.text("kind").equals("authorization")
        && isApproved(entry)
        && entry.number("reversed") != entry.number("amount");
  }

  private void books(Line payment, List<Line> standing, Map<UUID, Line> book) {
    String name = "payment " + payment.id("id") + " " + payment.text("status");
    hold(
        WorldInvariant.BOOKS,
        standing.size() <= 1,
        name + " has " + standing.size() + " authorizations");
    boolean isHeld =
        payment.text("status").equals("succeeded")
            || payment.text("status").equals("requires_capture");
    if (!isHeld || standing.size() != 1) {
      hold(
          WorldInvariant.BOOKS,
          isHeld == (standing.size() == 1),
          name + ", and at the network " + standing);
      return;
    }
    Line authorization = standing.getFirst();
    long refunded =
        book.values().stream()
            .filter(entry -> entry.text("kind").equals("refund"))
            .filter(
                entry -> entry.id("authorization_reference").equals(authorization.id("reference")))
            .filter(this::isApproved)
            .mapToLong(entry -> entry.number("amount"))
            .sum();
    hold(
        WorldInvariant.BOOKS,
        authorization.number("captured") == payment.number("amount_captured")
            && authorization.number("amount") == payment.number("amount")
            && refunded == payment.number("amount_refunded"),
        name
            + ": "
            + payment.values()
            + ", and at the network "
            + authorization.values()
            + ", refunded "
            + refunded);
    hold(
        WorldInvariant.SUMS,
        refunded <= authorization.number("captured"),
        name + " is refunded beyond the captured amount");
  }
}
