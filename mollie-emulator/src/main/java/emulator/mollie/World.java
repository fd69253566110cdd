package emulator.mollie;

import emulator.provider.BalanceLedger;
import emulator.provider.Json;
import emulator.provider.Ledger;
import emulator.provider.Webhooks;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The complete state of the emulator and all changes to it. Only one thread at a time enters. */
final class World {
  /** The time in which Mollie promises to capture an authorization. */
  private static final Duration CAPTURE_BEFORE = Duration.ofDays(7);

  /** The time after which an authorization ends. */
  private static final Duration AUTHORIZED = Duration.ofDays(30);

  final Map<String, Payment> payments = new LinkedHashMap<>();
  final Map<String, Capture> captures = new LinkedHashMap<>();
  final Map<String, Refund> refunds = new LinkedHashMap<>();
  final Map<String, Chargeback> chargebacks = new LinkedHashMap<>();
  final Map<String, Customer> customers = new LinkedHashMap<>();
  final Map<String, Mandate> mandates = new LinkedHashMap<>();
  final Set<Method> methods = EnumSet.allOf(Method.class);
  final Ids ids = new Ids();
  final Funds funds;
  private final Agenda agenda;
  private final Ledger ledger;
  private final Pace pace;
  private final Webhooks webhooks;
  private final List<PaymentWebhook> emitted = new ArrayList<>();
  private Optional<URI> listener = Optional.empty();
  private boolean lacksBalance;
  private boolean chargesWait;

  World(Agenda agenda, Ledger ledger, BalanceLedger balances, Pace pace, Webhooks webhooks) {
    this.agenda = agenda;
    this.ledger = ledger;
    this.pace = pace;
    this.webhooks = webhooks;
    this.funds = new Funds(ids, agenda, balances);
  }

  /**
   * Makes a change as a whole, after everything that is due, and sends the webhooks. A rejected
   * change has none, but the webhooks of what was due are sent.
   */
  <T> T change(Supplier<T> work) {
    List<PaymentWebhook> toSend = List.of();
    try {
      synchronized (this) {
        try {
          agenda.runDue();
          return work.get();
        } finally {
          toSend = List.copyOf(emitted);
          emitted.clear();
        }
      }
    } finally {
      webhooks.send(toSend);
    }
  }

  /** Moves the clock forward, and does what is due by then. */
  void advance(Duration time) {
    change(() -> {
      agenda.advance(time);
      agenda.runDue();
      return time;
    });
  }

  /** Does what is due. */
  void tick() {
    change(() -> true);
  }

  Instant now() {
    return agenda.now();
  }

  /** Adds an open payment, which expires if its payer does nothing. */
  void open(Payment payment) {
    add(payment);
    if (payment.terms.sequence() == Sequence.FIRST && payment.method != null) {
      payment.mandate = newMandate(payment, payment.method);
    }
    Duration expiry = payment.method == null ? Method.IDEAL.expiry() : payment.method.expiry();
    payment.expiresAt = now().plus(expiry);
    agenda.at(
        payment.expiresAt,
        () -> {
          if (payment.status == Status.OPEN) {
            expire(payment);
          }
        });
  }

  private void add(Payment payment) {
    payments.put(payment.id, payment);
    payment.terms.customer().ifPresent(customer -> customer.payments.add(payment));
  }

  /** Adds a recurring payment, which charges the account of a mandate without the payer. */
  void charge(Payment payment, Mandate mandate) {
    add(payment);
    payment.mandate = mandate;
    payment.method = mandate.method;
    Optional<FailureReason> failure = Optional.ofNullable(mandate.declines);
    if (mandate.method == Method.CREDITCARD) {
      payment.card = Card.MASTERCARD;
      failure = failure.or(() -> FailureReason.of(payment.amount));
    }
    if (mandate.method == Method.DIRECTDEBIT || chargesWait) {
      pend(payment);
    } else if (failure.isPresent()) {
      fail(payment, failure.get());
    } else {
      succeed(payment);
    }
  }

  /**
   * Carries out a choice of the payer on Mollie's page, or of their bank.
   *
   * @param method which an open payment without a method gets
   * @param failure the reason of a card payment that fails; null for the one of the amount
   */
  void decide(
      Payment payment, Method method, Card card, Status choice, @Nullable FailureReason failure) {
    if (payment.status != Status.OPEN && payment.status != Status.PENDING) {
      throw new IllegalStateException(payment.id + " is " + payment.status.text());
    }
    if (payment.status == Status.OPEN) {
      if (!payment.terms.methods().contains(method)) {
        throw new IllegalStateException(payment.id + " can't be paid with " + method.id());
      }
      payment.method = method;
      payment.card = method == Method.CREDITCARD ? card : null;
    }
    switch (choice) {
      case OPEN -> {}
      case PENDING -> pend(payment);
      case AUTHORIZED, PAID -> {
        if ((choice == Status.AUTHORIZED) != payment.terms.isHeld()) {
          throw new IllegalStateException(payment.id + " can't become " + choice.text());
        }
        succeed(payment);
      }
      case FAILED ->
          fail(
              payment,
              failure != null
                  ? failure
                  : FailureReason.of(payment.amount).orElse(FailureReason.UNKNOWN_REASON));
      case CANCELED -> cancel(payment);
      case EXPIRED -> expire(payment);
    }
  }

  private void pend(Payment payment) {
    if (payment.status != Status.PENDING) {
      payment.status = Status.PENDING;
      write(Ledger.Kind.PROCESSING, payment, payment.id, payment.amount.minor());
    }
  }

  private void succeed(Payment payment) {
    if (payment.status != Status.PENDING) {
      write(Ledger.Kind.AUTHORIZED, payment, payment.id, payment.amount.minor());
    }
    if (payment.terms.isHeld()) {
      authorize(payment);
    } else {
      payment.status = Status.PAID;
      payment.paidAt = now();
      write(Ledger.Kind.CAPTURED, payment, payment.id, payment.amount.minor());
      funds.pay(payment, null);
    }
    validateMandate(payment);
    emit(payment, payment.status.text());
  }

  private void authorize(Payment payment) {
    payment.status = Status.AUTHORIZED;
    payment.authorizedAt = now();
    payment.captureBefore = now().plus(CAPTURE_BEFORE);
    payment
        .terms
        .captureDelay()
        .ifPresent(delay ->
            agenda.at(
                now().plus(delay),
                () -> {
                  if (payment.status == Status.AUTHORIZED && !payment.hasCapture()) {
                    capture(payment, payment.amount, Json.object());
                  }
                }));
    agenda.at(
        now().plus(AUTHORIZED),
        () -> {
          if (payment.status == Status.AUTHORIZED && !payment.hasCapture()) {
            expire(payment);
          }
        });
  }

  private void fail(Payment payment, FailureReason reason) {
    if (payment.status == Status.OPEN) {
      write(Ledger.Kind.DECLINED, payment, payment.id, payment.amount.minor());
    }
    payment.failure = payment.method == Method.CREDITCARD ? reason : null;
    payment.failedAt = now();
    end(payment, Status.FAILED);
  }

  void cancel(Payment payment) {
    payment.canceledAt = now();
    end(payment, Status.CANCELED);
  }

  private void expire(Payment payment) {
    payment.expiredAt = now();
    end(payment, Status.EXPIRED);
  }

  /** Ends a payment that takes no money. */
  private void end(Payment payment, Status status) {
    if (payment.status == Status.PENDING) {
      write(Ledger.Kind.NOT_COLLECTED, payment, payment.id, payment.amount.minor());
    } else if (payment.status == Status.AUTHORIZED) {
      write(Ledger.Kind.RELEASED, payment, payment.id, payment.amount.minor());
    }
    payment.status = status;
    if (payment.mandate != null && payment.mandate.status.equals("pending")) {
      payment.mandate.status = "invalid";
    }
    emit(payment, status.text());
  }

  private Mandate newMandate(Payment payment, Method method) {
    var mandate =
        new Mandate(
            ids.next("mdt"), payment.terms.customer().orElseThrow(), now(), method.mandateMethod());
    add(mandate);
    return mandate;
  }

  void add(Mandate mandate) {
    mandates.put(mandate.id, mandate);
    mandate.customer.mandates.add(mandate);
  }

  private void validateMandate(Payment payment) {
    if (payment.terms.sequence() != Sequence.FIRST || payment.method == null) {
      return;
    }
    Mandate mandate =
        payment.mandate == null ? newMandate(payment, payment.method) : payment.mandate;
    payment.mandate = mandate;
    mandate.status = "valid";
    mandate.signatureDate = Shapes.date(now());
    mandate.details = Shapes.mandateDetails(payment);
  }

  Capture capture(Payment payment, Amount amount, ObjectNode given) {
    var capture = new Capture(ids.next("cpt"), payment, now(), amount, given);
    payment.captures.add(capture);
    captures.put(capture.id, capture);
    agenda.at(now().plus(pace.capture()), () -> settle(capture));
    return capture;
  }

  /** Ends a pending capture. It fails if the authorization is too old. */
  private void settle(Capture capture) {
    Payment payment = capture.payment;
    if (payment.captureBefore != null && now().isAfter(payment.captureBefore)) {
      capture.status = "failed";
      payment.failedAt = now();
      end(payment, Status.FAILED);
      return;
    }
    capture.status = "succeeded";
    payment.status = Status.PAID;
    payment.paidAt = now();
    write(Ledger.Kind.CAPTURED, payment, capture.id, capture.amount.minor());
    funds.pay(payment, capture);
    long rest = payment.amount.minor() - capture.amount.minor();
    if (rest > 0) {
      write(Ledger.Kind.RELEASED, payment, payment.id, rest);
    }
    emit(payment, "paid");
  }

  /** Releases an authorization after a while, unless it is captured by then. */
  void release(Payment payment) {
    agenda.at(
        now().plus(pace.release()),
        () -> {
          if (payment.status == Status.AUTHORIZED && !payment.hasCapture()) {
            cancel(payment);
          }
        });
  }

  Refund refund(Payment payment, Amount amount, ObjectNode given) {
    var refund =
        new Refund(
            ids.next("re"), payment, now(), amount, given, lacksBalance ? "queued" : "pending");
    payment.refunds.add(refund);
    refunds.put(refund.id, refund);
    write(Ledger.Kind.REFUNDED, payment, refund.id, amount.minor());
    if (!lacksBalance) {
      funds.refund(refund);
      process(refund);
    }
    return refund;
  }

  private void process(Refund refund) {
    agenda.at(
        now().plus(pace.refund()),
        () -> {
          if (refund.status.equals("pending")) {
            move(refund, "processing");
            agenda.at(
                now().plus(pace.transfer()),
                () -> {
                  if (refund.status.equals("processing")) {
                    move(refund, "refunded");
                  }
                });
          }
        });
  }

  private void move(Refund refund, String status) {
    refund.status = status;
    emit(refund.payment, "refund " + status);
  }

  /** Cancels a refund, which must be queued or pending. */
  void cancel(Refund refund) {
    if (!refund.isCancelable()) {
      throw new IllegalStateException(refund.id + " is " + refund.status);
    }
    if (!refund.status.equals("queued")) {
      funds.returnRefund(refund);
    }
    refund.status = "canceled";
    write(Ledger.Kind.REFUND_FAILED, refund.payment, refund.id, refund.amount.minor());
  }

  /** Fails a refund, also one that was reported as refunded. */
  void fail(Refund refund) {
    if (!refund.stands()) {
      throw new IllegalStateException(refund.id + " is " + refund.status);
    }
    if (!refund.status.equals("queued")) {
      funds.returnRefund(refund);
    }
    write(Ledger.Kind.REFUND_FAILED, refund.payment, refund.id, refund.amount.minor());
    move(refund, "failed");
  }

  /** Sets whether new refunds are queued because the balance is too low. */
  void lackBalance(boolean lacking) {
    lacksBalance = lacking;
    if (!lacking) {
      refunds.values().stream()
          .filter(refund -> refund.status.equals("queued"))
          .forEach(refund -> {
            refund.status = "pending";
            funds.refund(refund);
            process(refund);
          });
    }
  }

  /** Sets where the webhooks of payments without a `webhookUrl` are sent. */
  void listen(URI address) {
    listener = Optional.of(address);
  }

  /** Sets whether recurring charges of cards and PayPal accounts are pending at first. */
  void makeChargesWait(boolean waiting) {
    chargesWait = waiting;
  }

  Chargeback chargeBack(Payment payment, Amount amount) {
    if (payment.status != Status.PAID
        || amount.minor() < 1
        || amount.minor() > payment.paid() - payment.chargedBack()) {
      throw new IllegalStateException(payment.id + " can't be charged back");
    }
    var chargeback = new Chargeback(ids.next("chb"), payment, now(), amount);
    payment.chargebacks.add(chargeback);
    chargebacks.put(chargeback.id, chargeback);
    write(Ledger.Kind.CHARGED_BACK, payment, chargeback.id, amount.minor());
    funds.chargeBack(chargeback);
    emit(payment, "chargeback received");
    return chargeback;
  }

  /** Reverses a chargeback. No webhook reports it. */
  void reverse(Chargeback chargeback) {
    if (chargeback.reversedAt != null) {
      throw new IllegalStateException(chargeback.id + " is reversed");
    }
    chargeback.reversedAt = now();
    funds.reverse(chargeback);
    write(
        Ledger.Kind.CHARGEBACK_REVERSED,
        chargeback.payment,
        chargeback.id,
        chargeback.amount.minor());
  }

  private void write(Ledger.Kind kind, Payment payment, String object, long amount) {
    ledger.write(
        new Ledger.Entry(kind, names(payment), object, amount, payment.amount.currency(), now()));
  }

  /** The client's reference is the metadata, or the description of a payment without metadata. */
  private static Ledger.Names names(Payment payment) {
    JsonNode given = payment.given.path("metadata");
    Map<String, String> metadata = new LinkedHashMap<>();
    given.properties().forEach(field -> metadata.put(field.getKey(), field.getValue().asString()));
    String reference =
        given.isString()
            ? given.stringValue()
            : given.isObject() ? Json.text(given) : payment.text("description").orElse("");
    boolean hasPage = payment.terms.sequence() != Sequence.RECURRING;
    return new Ledger.Names(payment.id, hasPage ? payment.id : "", reference, metadata);
  }

  private void emit(Payment payment, String cause) {
    payment
        .text("webhookUrl")
        .map(URI::create)
        .or(() -> listener)
        .ifPresent(url -> emitted.add(new PaymentWebhook(payment.id, cause, url)));
  }
}
