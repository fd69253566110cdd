package emulator.stripe;

import emulator.provider.BalanceLedger;
import emulator.provider.Json;
import emulator.provider.Ledger;
import emulator.provider.Webhooks;
import java.net.URI;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** The complete state of the emulator and all changes to it. Only one thread at a time enters. */
final class World {
  final Map<String, Session> sessions = new LinkedHashMap<>();
  final Map<String, Intent> intents = new LinkedHashMap<>();
  final Map<String, Charge> charges = new LinkedHashMap<>();
  final Map<String, Refund> refunds = new LinkedHashMap<>();
  final Map<String, Dispute> disputes = new LinkedHashMap<>();

  /** The sizes of uploaded files. */
  final Map<String, Integer> files = new LinkedHashMap<>();

  final Map<String, Endpoint> endpoints = new LinkedHashMap<>();
  final Ids ids = new Ids();
  final SavedMethods saved = new SavedMethods(this);
  final Funds funds;
  private final Ledger ledger;
  private final InstantSource clock;
  private final Webhooks webhooks;

  /** The sessions by their end, in seconds, until it has come. */
  private final NavigableMap<Long, List<Session>> ends = new TreeMap<>();

  private final List<EventWebhook> emitted = new ArrayList<>();
  private String refundsBeginAs = "succeeded";
  private Origin origin = Origin.NOBODY;

  /** The request that causes a change. Both fields are null for a change outside the API. */
  record Origin(@Nullable String request, @Nullable String key) {
    static final Origin NOBODY = new Origin(null, null);
  }

  World(InstantSource clock, Ledger ledger, BalanceLedger balances, Webhooks webhooks) {
    this.clock = clock;
    this.ledger = ledger;
    this.webhooks = webhooks;
    this.funds = new Funds(ids, this::now, balances);
  }

  /** Makes a change as a whole, and sends its webhooks, also if it ends with an error. */
  <T> T change(Origin origin, Supplier<T> work) {
    List<EventWebhook> toSend = new ArrayList<>();
    try {
      return changed(origin, work, toSend);
    } finally {
      webhooks.send(toSend);
    }
  }

  private synchronized <T> T changed(Origin origin, Supplier<T> work, List<EventWebhook> toSend) {
    this.origin = origin;
    try {
      expireWhatIsDue();
      return work.get();
    } finally {
      toSend.addAll(emitted);
      emitted.clear();
    }
  }

  /** Returns the current time in seconds. */
  long now() {
    return clock.instant().getEpochSecond();
  }

  private void expireWhatIsDue() {
    Map<Long, List<Session>> due = ends.headMap(now(), true);
    List<Session> open =
        due.values().stream()
            .flatMap(List::stream)
            .filter(session -> session.status.equals("open"))
            .toList();
    due.clear();
    open.forEach(this::expire);
  }

  void add(Session session) {
    sessions.put(session.id, session);
    ends.computeIfAbsent(session.terms.expiresAt(), _ -> new ArrayList<>()).add(session);
    if (session.terms.saving().setup()) {
      saved.begin(session);
    }
  }

  void expire(Session session) {
    session.status = "expired";
    Intent intent = session.intent;
    if (intent != null && intent.status.equals("requires_payment_method")) {
      intent.status = "canceled";
      intent.canceledAt = now();
      emit("payment_intent.canceled", intent);
    }
    if (session.setup != null) {
      saved.cancel(session.setup);
    }
    emit("checkout.session.expired", session);
  }

  /** Pays or sets up the card on the page of a session. */
  void pay(Session session, Card card) {
    if (session.setup != null) {
      saved.setUp(session, session.setup, card);
      return;
    }
    Intent intent = session.intent;
    if (intent == null) {
      intent = new Intent(ids.next("pi"), session, now(), ids.text(40));
      session.intent = intent;
      add(intent);
    }
    Charge charge = charge(intent, saved.create(session, card));
    session.card = card;
    switch (card.course()) {
      case DECLINED -> decline(intent, charge);
      case PAID -> {
        session.status = "complete";
        save(session, intent, charge.method);
        paid(intent, charge);
        emit("checkout.session.completed", session);
      }
      case PROCESSING -> {
        charge.status = "pending";
        intent.status = "processing";
        session.status = "complete";
        save(session, intent, charge.method);
        write(Ledger.Kind.PROCESSING, intent, intent.amount());
        emit("payment_intent.processing", intent);
        emit("checkout.session.completed", session);
      }
    }
  }

  /** Saves the payment method of a payment whose session asks for it. */
  private void save(Session session, Intent intent, PaymentMethod method) {
    saved.join(session);
    intent.customer = session.customer;
    if (intent.terms.usage() != null) {
      method.setUp = intent.terms.usage().equals("off_session");
      saved.attach(method, session);
    }
  }

  /** Charges a saved payment method without the payer. */
  void chargeLater(Intent intent, PaymentMethod method) {
    add(intent);
    boolean isChallenged =
        switch (method.outcome.later()) {
          case PAID, DECLINED -> false;
          case CHALLENGE -> true;
          case CHALLENGE_UNLESS_SET_UP -> !method.setUp;
        };
    if (isChallenged) {
      intent.failed = new Intent.Failure(method, method.outcome);
      write(Ledger.Kind.DECLINED, intent, intent.amount());
      emit("payment_intent.payment_failed", intent);
    } else if (method.outcome.later() == Card.Later.DECLINED) {
      decline(intent, charge(intent, method));
    } else {
      paid(intent, charge(intent, method));
    }
  }

  private void add(Intent intent) {
    intents.put(intent.id, intent);
    emit("payment_intent.created", intent);
  }

  private Charge charge(Intent intent, PaymentMethod method) {
    var charge = new Charge(ids.next("ch"), method, intent, now(), ids.digits(15));
    charges.put(charge.id, charge);
    intent.charges.add(charge);
    intent.failed = null;
    return charge;
  }

  private void decline(Intent intent, Charge charge) {
    charge.status = "failed";
    intent.status = "requires_payment_method";
    intent.failed = new Intent.Failure(charge.method, charge.outcome);
    write(Ledger.Kind.DECLINED, intent, intent.amount());
    emit("charge.failed", charge);
    emit("payment_intent.payment_failed", intent);
  }

  private void paid(Intent intent, Charge charge) {
    write(Ledger.Kind.AUTHORIZED, intent, intent.amount());
    emit("charge.succeeded", charge);
    if (intent.terms.manual()) {
      intent.status = "requires_capture";
      intent.capturable = intent.amount();
      emit("payment_intent.amount_capturable_updated", intent);
    } else {
      take(intent, intent.amount(), null);
    }
  }

  /**
   * Completes a pending debit.
   *
   * @param collected false if the payer's bank returns it
   */
  void resolve(Session session, boolean collected) {
    Intent intent = session.intent;
    if (intent == null || !intent.status.equals("processing")) {
      throw new IllegalStateException(session.id + " is not processing");
    }
    Charge charge = intent.charge();
    if (collected) {
      charge.status = "succeeded";
      take(intent, intent.amount(), null);
      emit("checkout.session.async_payment_succeeded", session);
    } else {
      write(Ledger.Kind.NOT_COLLECTED, intent, intent.amount());
      charge.status = "failed";
      intent.status = "requires_payment_method";
      intent.failed = new Intent.Failure(charge.method, charge.outcome);
      emit("payment_intent.payment_failed", intent);
      emit("checkout.session.async_payment_failed", session);
    }
  }

  /**
   * Takes an amount.
   *
   * @param release the release of the rest, or null if all is taken
   */
  private void take(Intent intent, long amount, @Nullable Refund release) {
    intent.status = "succeeded";
    intent.received = amount;
    intent.capturable = 0;
    intent.charge().captured = amount;
    funds.charge(intent.charge(), release);
    write(Ledger.Kind.CAPTURED, intent, amount);
    emit("payment_intent.succeeded", intent);
  }

  void capture(Intent intent, long amount) {
    Refund release = release(intent, intent.amount() - amount);
    take(intent, amount, release);
    emit("charge.captured", intent.charge());
    if (release != null) {
      emit("charge.refunded", intent.charge());
    }
  }

  void cancel(Intent intent, @Nullable String reason) {
    if (release(intent, intent.capturable) != null) {
      emit("charge.refunded", intent.charge());
    }
    intent.status = "canceled";
    intent.capturable = 0;
    intent.canceledAt = now();
    intent.cancellationReason = reason;
    emit("payment_intent.canceled", intent);
  }

  /**
   * Releases an authorized amount that is not captured. Stripe reports this as a refund, which it
   * creates automatically. Returns null if there is no such amount.
   */
  private @Nullable Refund release(Intent intent, long amount) {
    if (amount == 0) {
      return null;
    }
    Charge charge = intent.charge();
    var release = new Refund(ids.next("re"), charge, now(), amount, true, Map.of());
    charge.refunds.add(release);
    refunds.put(release.id, release);
    write(Ledger.Kind.RELEASED, intent, amount);
    return release;
  }

  Refund refund(Charge charge, long amount, Map<String, String> metadata, @Nullable String reason) {
    var refund = new Refund(ids.next("re"), charge, now(), amount, false, metadata);
    refund.reason = reason;
    refund.status = refundsBeginAs;
    charge.refunds.add(refund);
    refunds.put(refund.id, refund);
    write(Ledger.Kind.REFUNDED, refund);
    funds.refund(refund);
    emit("refund.created", refund);
    emit("charge.refunded", charge);
    return refund;
  }

  /** Sets the status of new refunds: `succeeded` or `pending`. */
  void refundsBeginAs(String status) {
    refundsBeginAs = status;
  }

  void resolve(Refund refund) {
    refund.status = "succeeded";
    emit("refund.updated", refund);
  }

  /** Cancels a refund, which must be pending. */
  void cancel(Refund refund) {
    if (!refund.status.equals("pending")) {
      throw new IllegalStateException(refund.id + " is " + refund.status);
    }
    refund.status = "canceled";
    write(Ledger.Kind.REFUND_FAILED, refund);
    funds.refundFailure(refund);
    emit("refund.updated", refund);
    emit("charge.refund.updated", refund);
  }

  void fail(Refund refund, String reason) {
    if (!refund.stands() || refund.release) {
      throw new IllegalStateException(refund.id + " can't fail in its state");
    }
    refund.status = "failed";
    refund.failureReason = reason;
    write(Ledger.Kind.REFUND_FAILED, refund);
    funds.refundFailure(refund);
    emit("refund.failed", refund);
    emit("charge.refund.updated", refund);
  }

  /**
   * Opens a dispute.
   *
   * @param part null for the whole charge
   */
  Dispute dispute(Intent intent, String reason, @Nullable Long part) {
    Charge charge = intent.charge();
    if (charge.captured == 0 || charge.dispute != null) {
      throw new IllegalStateException(intent.id + " cannot be disputed");
    }
    var dispute =
        new Dispute(
            "dp_1" + ids.text(23), charge, now(), reason, part == null ? charge.captured : part);
    charge.dispute = dispute;
    disputes.put(dispute.id, dispute);
    withdraw(dispute);
    emit("charge.dispute.created", dispute);
    emit("charge.dispute.funds_withdrawn", dispute);
    return dispute;
  }

  private void withdraw(Dispute dispute) {
    write(Ledger.Kind.DISPUTED, dispute.charge.intent, dispute.amount);
    funds.dispute(dispute);
  }

  /** Opens an inquiry of the bank about the whole charge, for which no money moves. */
  Dispute inquire(Intent intent, String reason) {
    Charge charge = intent.charge();
    if (charge.captured == 0 || charge.dispute != null) {
      throw new IllegalStateException(intent.id + " cannot be disputed");
    }
    var dispute = new Dispute("dp_1" + ids.text(23), charge, now(), reason, charge.captured);
    dispute.status = "warning_needs_response";
    charge.dispute = dispute;
    disputes.put(dispute.id, dispute);
    emit("charge.dispute.created", dispute);
    return dispute;
  }

  /** Changes the status of a dispute, after evidence was submitted or the bank has decided. */
  void move(Dispute dispute, String status) {
    boolean isReversed = status.equals("won") && dispute.transactions.size() == 1;
    boolean isWithdrawn = status.equals("needs_response") && dispute.transactions.isEmpty();
    dispute.status = status;
    if (isWithdrawn) {
      withdraw(dispute);
    }
    if (isReversed) {
      funds.disputeReversal(dispute);
    }
    boolean isOver = status.equals("won") || status.equals("lost");
    emit(isOver ? "charge.dispute.closed" : "charge.dispute.updated", dispute);
    if (isWithdrawn) {
      emit("charge.dispute.funds_withdrawn", dispute);
    }
    if (isReversed) {
      emit("charge.dispute.funds_reinstated", dispute);
    }
  }

  /** Sends evidence to the bank, which a word in it decides as in Stripe's test mode. */
  void submit(Dispute dispute) {
    dispute.submissions++;
    String inquiry = dispute.status.startsWith("warning_") ? "warning_" : "";
    switch (dispute.evidence.getOrDefault("uncategorized_text", "")) {
      case "winning_evidence" -> move(dispute, "won");
      case "losing_evidence" -> move(dispute, "lost");
      default -> move(dispute, inquiry + "under_review");
    }
  }

  /** Makes automatic payouts, and returns them. */
  List<Payout> payOut() {
    List<Payout> made = funds.payOut();
    for (Payout payout : made) {
      emit("payout.created", payout);
      emit("payout.reconciliation_completed", payout);
    }
    return made;
  }

  /**
   * Changes the status of a payout.
   *
   * @param status `in_transit`, `paid` or `failed`
   */
  void move(Payout payout, String status) {
    if (!payout.canBecome(status)) {
      throw new IllegalStateException(payout.id + " is " + payout.status + ", not " + status);
    }
    switch (status) {
      case "paid" -> funds.arrive(payout);
      case "failed" -> funds.fail(payout, "account_closed");
      default -> payout.status = status;
    }
    emit("payout.updated", payout);
    if (!payout.isOpen()) {
      emit("payout." + status, payout);
    }
  }

  private void emit(String type, Payout payout) {
    emit(type, payout.live, Shapes.plain().payout(payout));
  }

  private void write(Ledger.Kind kind, Intent intent, long amount) {
    write(kind, intent, intent.id, amount, Map.of());
  }

  private void write(Ledger.Kind kind, Refund refund) {
    write(kind, refund.charge.intent, refund.id, refund.amount, refund.metadata);
  }

  private void write(
      Ledger.Kind kind, Intent intent, String object, long amount, Map<String, String> metadata) {
    Session session = intent.session;
    var all = new LinkedHashMap<String, String>();
    if (session != null) {
      all.putAll(session.terms.metadata());
    }
    all.putAll(intent.metadata);
    all.putAll(metadata);
    String page = session == null ? "" : session.id;
    var names = new Ledger.Names(intent.id, page, intent.reference(), all);
    ledger.write(new Ledger.Entry(kind, names, object, amount, intent.currency(), clock.instant()));
  }

  void emit(String type, Session session) {
    emit(type, session.live, Shapes.plain().session(session));
  }

  private void emit(String type, Intent intent) {
    emit(type, intent.live(), Shapes.plain().intent(intent));
  }

  private void emit(String type, Charge charge) {
    emit(type, charge.intent.live(), Shapes.plain().charge(charge));
  }

  private void emit(String type, Refund refund) {
    emit(type, refund.charge.intent.live(), Shapes.plain().refund(refund));
  }

  private void emit(String type, Dispute dispute) {
    emit(type, dispute.charge.intent.live(), Shapes.plain().dispute(dispute));
  }

  void emit(String type, boolean live, ObjectNode object) {
    ObjectNode event =
        Json.object()
            .put("id", "evt_1" + ids.text(23))
            .put("object", "event")
            .put("api_version", Api.VERSION)
            .put("created", now())
            .put("livemode", live)
            .put("pending_webhooks", 1)
            .put("type", type);
    event.putObject("data").set("object", object);
    event.putObject("request").put("id", origin.request()).put("idempotency_key", origin.key());
    List<Endpoint> to =
        endpoints.values().stream()
            .filter(endpoint -> endpoint.live == live && endpoint.wants(type))
            .toList();
    to.forEach(endpoint ->
        emitted.add(
            new EventWebhook(
                event.get("id").asString(),
                type,
                URI.create(endpoint.url),
                List.copyOf(endpoint.secrets),
                Json.pretty(event))));
  }
}
