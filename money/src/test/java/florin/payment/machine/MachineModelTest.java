package florin.payment.machine;

import static florin.payment.machine.Samples.NOW;
import static florin.payment.machine.Samples.usd;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import florin.connector.Checks;
import florin.connector.Outcome;
import florin.connector.RiskLevel;
import florin.core.DeclineCode;
import florin.core.ErrorCode;
import florin.core.Id.RefundId;
import florin.core.Refusal;
import florin.payment.machine.Move.PaymentEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Compares the machines of payments and refunds with a model of a few numbers over random sequences
 * of operations. The model's author did not look at the machines. After every step, both must agree
 * and all invariants must hold.
 *
 * <p>{@code -Dmodel.sequences=1000000} runs more sequences, and {@code -Dmodel.seed=…} replays one.
 */
@Execution(ExecutionMode.CONCURRENT)
class MachineModelTest {
  private static final int SEQUENCES = Integer.getInteger("model.sequences", 10_000);
  private static final long SEED = Long.getLong("model.seed", 20_261_121);
  private static final int STEPS = 24;

  private static final Outcome DECLINED =
      new Outcome.Declined(
          ErrorCode.CARD_DECLINED,
          Optional.of(DeclineCode.DO_NOT_HONOR),
          Optional.empty(),
          Optional.of("05"));

  /** An outcome as the model classifies it. */
  private enum Heard {
    YES,
    NO,
    NOT_SENT,
    ASK_PAYER,
    NOT_YET
  }

  private static final List<Heard> HEARD = List.of(Heard.values());

  @Test
  void machines_and_model_agree_after_every_step() {
    LongStream.range(SEED, SEED + SEQUENCES).parallel().forEach(MachineModelTest::run);
  }

  private static void run(long seed) {
    try {
      new Sequence(new Random(seed)).run();
    } catch (AssertionError | RuntimeException failed) {
      throw new AssertionError("sequence of -Dmodel.seed=" + seed, failed);
    }
  }

  /** The same amounts and events in their simplest form. */
  private static final class Model {
    private final long amount;
    private final boolean manual;
    private String status = "processing";
    private String pending = "authorize";
    private long capturable;
    private long captured;
    private long refunded;
    private long reserved;
    private int events;
    private boolean isToldProcessing;

    Model(long amount, boolean manual) {
      this.amount = amount;
      this.manual = manual;
    }

    boolean isFinal() {
      return List.of("succeeded", "failed", "canceled").contains(status);
    }

    void authorized(Heard heard) {
      boolean resuming = pending.equals("resume");
      switch (heard) {
        case YES -> {
          capturable = manual ? amount : 0;
          captured = manual ? 0 : amount;
          become(manual ? "requires_capture" : "succeeded");
        }
        case NO -> become("failed");
        case NOT_SENT -> {
          if (resuming) {
            backTo("requires_action");
          } else {
            become("failed");
          }
        }
        case ASK_PAYER -> backTo("requires_action");
        case NOT_YET -> wait("processing");
      }
    }

    void captured(long part, Heard heard) {
      switch (heard) {
        case YES -> {
          captured = part;
          capturable = 0;
          become("succeeded");
        }
        case NO, NOT_SENT -> backTo("requires_capture");
        case ASK_PAYER, NOT_YET -> wait("processing");
      }
    }

    void canceled(Heard heard) {
      switch (heard) {
        case YES -> {
          capturable = 0;
          become("canceled");
        }
        case NO, NOT_SENT -> backTo(capturable > 0 ? "requires_capture" : "requires_action");
        case ASK_PAYER, NOT_YET -> wait("processing");
      }
    }

    void become(String next) {
      status = next;
      pending = "";
      events++;
    }

    /** If a payment stays open, its first event is its creation. */
    private void announce() {
      events = Math.max(events, 1);
    }

    private void backTo(String before) {
      announce();
      events += status.equals(before) ? 0 : 1;
      status = before;
      pending = "";
    }

    /** The payment changes while its first call is in flight, so its earlier events come first. */
    void described() {
      if (events == 0) {
        events = 2;
        isToldProcessing = true;
      }
      events++;
    }

    private void wait(String next) {
      announce();
      events += status.equals(next) && isToldProcessing ? 0 : 1;
      isToldProcessing = next.equals("processing");
      status = next;
    }
  }

  private static final class Sequence {
    private final Random random;
    private final Model model;
    private final List<Refund> refunds = new ArrayList<>();
    private int told;
    private Payment payment;
    private long capturing;

    Sequence(Random random) {
      this.random = random;
      long amount = random.nextLong(1, 1000);
      boolean manual = random.nextBoolean();
      this.model = new Model(amount, manual);
      Move begun =
          Samples.begin(usd(amount), manual ? CaptureMethod.MANUAL : CaptureMethod.AUTOMATIC);
      decided(begun);
    }

    void run() {
      for (int step = 0; step < STEPS; step++) {
        Payment before = payment;
        if (random.nextInt(8) == 0) {
          describe();
        } else if (model.pending.isEmpty()) {
          act();
        } else {
          hear();
        }
        assertAgreed();
        if (PaymentMachine.MOVES.getOrDefault(before.status(), Set.of()).isEmpty()) {
          assertEquals(before.status(), payment.status(), "final");
        }
        assertTrue(payment.state().version() >= before.state().version(), "version");
      }
    }

    /** Changes the description, which is allowed even during a call to the network. */
    private void describe() {
      model.described();
      decided(PaymentMachine.described(payment, payment.terms()));
    }

    /** Applies a response of the network to the pending operation. */
    private void hear() {
      Heard heard = HEARD.get(random.nextInt(HEARD.size()));
      switch (model.pending) {
        case "authorize", "resume" -> {
          if (random.nextInt(8) == 0 && model.status.equals("processing")) {
            model.become("failed");
            decided(PaymentMachine.reversed(payment));
          } else {
            model.authorized(heard);
            decided(PaymentMachine.authorized(payment, outcome(heard), NOW));
          }
        }
        case "capture" -> {
          model.captured(capturing, heard);
          decided(PaymentMachine.captured(payment, usd(capturing), outcome(heard), NOW));
        }
        default -> {
          model.canceled(heard);
          decided(PaymentMachine.canceled(payment, outcome(heard), NOW));
        }
      }
    }

    /** Requests an operation that may or may not make sense. */
    private void act() {
      switch (random.nextInt(7)) {
        case 0 -> capture();
        case 1 ->
            begin(
                List.of("requires_capture", "requires_action"),
                "cancel",
                () -> PaymentMachine.beginCancel(payment, Optional.empty()));
        case 2 ->
            begin(List.of("requires_action"), "resume", () -> PaymentMachine.beginResume(payment));
        case 3 ->
            begin(List.of("requires_action"), "cancel", () -> PaymentMachine.beginAbandon(payment));
        case 4 -> refund();
        default -> resolveRefund();
      }
    }

    private void capture() {
      capturing = random.nextLong(1, model.amount + 10);
      Supplier<Move> decision = () -> PaymentMachine.beginCapture(payment, usd(capturing));
      if (model.status.equals("requires_capture") && capturing > model.capturable) {
        assertRefused(ErrorCode.AMOUNT_TOO_LARGE, decision);
      } else {
        begin(List.of("requires_capture"), "capture", decision);
      }
    }

    private void begin(List<String> allowed, String operation, Supplier<Move> decision) {
      if (allowed.contains(model.status)) {
        model.pending = operation;
        decided(decision.get());
      } else {
        assertRefused(ErrorCode.PAYMENT_UNEXPECTED_STATE, decision);
      }
    }

    private void refund() {
      long asked = random.nextLong(1, model.amount + 10);
      long left = model.captured - model.refunded - model.reserved;
      var command =
          new CreateRefund(payment.id(), OptionalLong.of(asked), Optional.empty(), Map.of());
      var id = new RefundId(new UUID(random.nextLong(), random.nextLong()));
      Supplier<RefundMove> decision = () -> RefundMachine.begin(payment, id, command, NOW);
      if (!model.status.equals("succeeded")) {
        assertRefused(ErrorCode.PAYMENT_NOT_REFUNDABLE, decision);
        return;
      }
      if (asked > left) {
        assertRefused(
            left == 0
                ? ErrorCode.PAYMENT_ALREADY_REFUNDED
                : ErrorCode.REFUND_AMOUNT_EXCEEDS_REMAINING,
            decision);
        return;
      }
      model.reserved += asked;
      RefundMove move = decision.get();
      refunds.add(move.refund());
      decided(move.payment().orElseThrow());
    }

    private void resolveRefund() {
      if (refunds.isEmpty()) {
        return;
      }
      int which = random.nextInt(refunds.size());
      Refund refund = refunds.get(which);
      Heard heard = HEARD.get(random.nextInt(HEARD.size()));
      boolean pending = refund.status() == Refund.Status.PENDING;
      boolean succeeded = refund.status() == Refund.Status.SUCCEEDED;
      boolean failed = heard == Heard.NO || heard == Heard.NOT_SENT;
      if (!pending && !succeeded) {
        return;
      }
      long amount = refund.amount().minor();
      if (pending && heard == Heard.YES) {
        model.reserved -= amount;
        model.refunded += amount;
        model.events++;
      } else if (pending && failed) {
        model.reserved -= amount;
      } else if (succeeded && failed) {
        model.refunded -= amount;
        model.events++;
      }
      RefundMove move = RefundMachine.resolved(payment, refund, outcome(heard));
      refunds.set(which, move.refund());
      move.payment().ifPresent(this::decided);
    }

    /** Checks that the move has one event for each reported change, in order. */
    private void decided(Move move) {
      payment = move.payment();
      for (PaymentEvent happened : move.events()) {
        assertEquals(++told, happened.payment().state().sequence(), "event");
      }
    }

    private void assertAgreed() {
      Payment.State state = payment.state();
      assertEquals(model.status, payment.status().text(), "status");
      assertEquals(model.pending, state.pending().map(Operation::text).orElse(""), "pending");
      Amounts amounts = state.amounts();
      assertEquals(model.capturable, amounts.capturable().minor(), "capturable");
      assertEquals(model.captured, amounts.captured().minor(), "captured");
      assertEquals(model.refunded, amounts.refunded().minor(), "refunded");
      assertEquals(model.reserved, amounts.refundPending().minor(), "reserved");
      assertEquals(model.events, state.sequence(), "sequence");
      assertEquals(model.events, told, "events");
      assertEquals(model.status.equals("failed"), state.failure().isPresent(), "failure");

      assertTrue(model.captured + model.capturable <= model.amount, "captured too much");
      assertTrue(model.refunded + model.reserved <= model.captured, "refunded too much");
      assertTrue(!model.isFinal() || model.pending.isEmpty(), "pending when final");
    }

    private static void assertRefused(ErrorCode code, Supplier<?> decision) {
      Refusal refusal = assertThrows(Refusal.class, decision::get);
      assertEquals(code, refusal.problem().code());
    }

    private Outcome outcome(Heard heard) {
      return switch (heard) {
        case YES ->
            new Outcome.Approved(
                "ref",
                Optional.empty(),
                Optional.of("00"),
                payment.terms().amount(),
                Checks.NONE,
                RiskLevel.NORMAL,
                Optional.empty());
        case NO -> DECLINED;
        case NOT_SENT -> new Outcome.NotSent();
        case ASK_PAYER -> new Outcome.RequiresAction("challenge");
        case NOT_YET -> random.nextBoolean() ? new Outcome.Pending() : new Outcome.Unknown("?");
      };
    }
  }
}
