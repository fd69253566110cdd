package standin.stripe;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;

/** What every request of the API passes: the faults. */
final class Front {
  private final Api api;
  private final Plan<Fault> faults;
  private final Pauses pauses;
  private final AtomicInteger inFlight = new AtomicInteger();

  /**
   * @param answer before each answer: how far Stripe is away
   * @param slow before one that is slow
   * @param late before what has lost its connection is executed
   */
  record Pauses(Duration answer, Duration slow, Duration late) {}

  Front(Api api, Plan<Fault> faults, Pauses pauses) {
    this.api = api;
    this.faults = faults;
    this.pauses = pauses;
  }

  /** Requests that have arrived whole and are not answered. */
  int inFlight() {
    return inFlight.get();
  }

  void handle(Request request, Wire.Line line) throws IOException {
    inFlight.incrementAndGet();
    try {
      rest(pauses.answer().dividedBy(2)); // the way there
      handle(request, line, faults.take(request.line()));
    } finally {
      inFlight.decrementAndGet();
    }
  }

  private void handle(Request request, Wire.Line line, Fault fault) throws IOException {
    switch (fault) {
      case NONE -> answer(line, execute(request));
      case LOST_BEFORE -> line.end();
      case RESET_BEFORE -> line.reset();
      case LATE -> {
        line.end();
        Thread.ofVirtual()
            .start(() -> {
              rest(pauses.late());
              execute(request);
            });
      }
      case LOST_AFTER -> {
        execute(request);
        line.end();
      }
      case RESET_AFTER -> {
        execute(request);
        line.reset();
      }
      case CUT -> line.answerHalf(execute(request));
      case SLOW ->
          answer(
              line,
              api.answer(
                  request,
                  answer -> {
                    rest(pauses.slow());
                    return answer;
                  }));
      case TWICE -> {
        Answer first = execute(request);
        execute(request);
        answer(line, first);
      }
      case CONFLICT -> answer(line, Refusal.lockTimeout().answer());
      case TOO_MANY -> answer(line, Refusal.tooMany().answer());
      case ERROR_BEFORE -> answer(line, Refusal.error().answer());
      case ERROR_AFTER -> answer(line, api.answer(request, _ -> Refusal.error().answer()));
    }
  }

  private Answer execute(Request request) {
    return api.answer(request, UnaryOperator.identity());
  }

  private void answer(Wire.Line line, Answer answer) throws IOException {
    rest(pauses.answer().dividedBy(2)); // the way back
    line.answer(answer);
  }

  private static void rest(Duration pause) {
    try {
      Thread.sleep(pause);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
