package florin.drill;

import florin.connector.CheckReport;
import florin.connector.Connector;
import florin.connector.ConnectorForm;
import florin.connector.ConnectorKind;
import florin.connector.ConnectorSetup;
import florin.connector.Deadline;
import florin.connector.Exchanges;
import florin.connector.OperationKind;
import florin.connector.OperationRef;
import florin.payment.execution.CrashPoint;
import florin.testing.SimulatedCrash;
import florin.testing.TestApp;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Crashes a life at a step of the service, or where a connector records its exchange with the
 * provider. It does so once, after a test has armed it.
 */
final class Fuse {
  private final AtomicReference<@Nullable Armed> armed = new AtomicReference<>();

  private record Armed(String place, AtomicInteger passages, CompletableFuture<TestApp> life) {}

  /** Places in an exchange: before and after each of its two commits. */
  enum Moment {
    UNWRITTEN,
    WRITTEN,
    HEARD,
    KEPT
  }

  static String place(CrashPoint.Step step) {
    return step.name();
  }

  /**
   * Returns the name of a place.
   *
   * @param number the number of the exchange's step
   */
  static String place(Moment moment, int number) {
    return moment + " " + number;
  }

  void arm(String place, TestApp life) {
    arm(place, 1, life);
  }

  /**
   * Arms the fuse.
   *
   * @param passage how often the life reaches the place before it crashes, from 1
   */
  void arm(String place, int passage, TestApp life) {
    armed.set(
        new Armed(place, new AtomicInteger(passage), CompletableFuture.completedFuture(life)));
  }

  /**
   * Arms the fuse for a life that hasn't started yet, and may reach the place while it starts.
   *
   * @param life completes with the life, for which the place waits
   */
  void arm(String place, CompletableFuture<TestApp> life) {
    armed.set(new Armed(place, new AtomicInteger(1), life));
  }

  CrashPoint probe() {
    return step -> at(place(step));
  }

  private void at(String place) {
    Armed now = armed.get();
    if (now != null
        && now.place().equals(place)
        && now.passages().decrementAndGet() == 0
        && armed.compareAndSet(now, null)) {
      now.life().join().abandon();
      throw new SimulatedCrash(CrashPoint.Step.CALLED);
    }
  }

  /**
   * Wraps a kind so that its connectors pass through the fuse. Closing a life doesn't close the
   * kind.
   */
  ConnectorKind around(ConnectorKind kind) {
    return new ConnectorKind() {
      @Override
      public String kind() {
        return kind.kind();
      }

      @Override
      public ConnectorForm form() {
        return kind.form();
      }

      @Override
      public boolean isGenuine(ConnectorSetup setup) {
        return kind.isGenuine(setup);
      }

      @Override
      public Connector open(ConnectorSetup setup, Exchanges exchanges) {
        return kind.open(setup, new Fused(exchanges));
      }

      @Override
      public CheckReport check(ConnectorSetup setup, Exchanges exchanges, Deadline deadline) {
        return kind.check(setup, exchanges, deadline);
      }
    };
  }

  private final class Fused implements Exchanges {
    private final Exchanges inner;

    Fused(Exchanges inner) {
      this.inner = inner;
    }

    @Override
    public boolean sending(
        OperationRef reference, OperationKind operation, int number, String step) {
      at(place(Moment.UNWRITTEN, number));
      boolean mayLeave = inner.sending(reference, operation, number, step);
      at(place(Moment.WRITTEN, number));
      return mayLeave;
    }

    @Override
    public void answered(
        OperationRef reference,
        int number,
        Optional<String> externalId,
        Map<String, String> facts) {
      at(place(Moment.HEARD, number));
      inner.answered(reference, number, externalId, facts);
      at(place(Moment.KEPT, number));
    }

    @Override
    public boolean answeredThenSending(
        OperationRef reference,
        OperationKind operation,
        int number,
        Optional<String> externalId,
        Map<String, String> facts,
        String next) {
      at(place(Moment.HEARD, number));
      at(place(Moment.UNWRITTEN, number + 1));
      boolean mayLeave =
          inner.answeredThenSending(reference, operation, number, externalId, facts, next);
      at(place(Moment.KEPT, number));
      at(place(Moment.WRITTEN, number + 1));
      return mayLeave;
    }

    @Override
    public boolean close(OperationRef reference, OperationKind operation, int number) {
      return inner.close(reference, operation, number);
    }

    @Override
    public List<ExchangeStep> list(OperationRef reference) {
      return inner.list(reference);
    }
  }
}
