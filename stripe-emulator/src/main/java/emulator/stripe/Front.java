package emulator.stripe;

import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/** Injects faults in front of every request of the API. */
final class Front {
  private static final Pattern ID = Pattern.compile("/(cs|pi|ch|re|we|dp|cus|pm|seti)_[^/]+");

  private final Api api;
  private final Plan<Fault> faults;
  private final Pauses pauses;
  private final Journal journal = new Journal();
  private final InstantSource clock;
  private final Queue<String> inFlight = new ConcurrentLinkedQueue<>();
  private final LongAdder requests = new LongAdder();

  /**
   * @param answer before each response: the network latency to Stripe
   * @param slow before a slow response
   * @param late before the execution of a request whose connection was ended
   */
  record Pauses(Duration answer, Duration slow, Duration late) {}

  Front(Api api, Plan<Fault> faults, Pauses pauses, InstantSource clock) {
    this.api = api;
    this.clock = clock;
    this.faults = faults;
    this.pauses = pauses;
  }

  Journal journal() {
    return journal;
  }

  long requests() {
    return requests.sum();
  }

  /** Returns the complete requests that have no response yet, for example `POST /v1/refunds`. */
  List<String> inFlight() {
    return List.copyOf(inFlight);
  }

  void handle(Request request, Wire.Line line) throws IOException {
    String kind = ID.matcher(request.line()).replaceAll("/{id}");
    requests.increment();
    inFlight.add(kind);
    try {
      rest(pauses.answer().dividedBy(2)); // the latency of the request
      handle(request, line, faults.take(request.line()));
    } finally {
      inFlight.remove(kind);
    }
  }

  private void handle(Request request, Wire.Line line, Fault fault) throws IOException {
    switch (fault) {
      case NONE -> answer(line, execute(request, fault));
      case LOST_BEFORE -> {
        note(request, fault, 0);
        line.end();
      }
      case RESET_BEFORE -> {
        note(request, fault, 0);
        line.reset();
      }
      case LATE -> {
        line.end();
        Thread.ofVirtual()
            .start(() -> {
              rest(pauses.late());
              execute(request, fault);
            });
      }
      case LOST_AFTER -> {
        execute(request, fault);
        line.end();
      }
      case RESET_AFTER -> {
        execute(request, fault);
        line.reset();
      }
      case CUT -> line.answerHalf(execute(request, fault));
      case SLOW ->
          answer(
              line,
              execute(
                  request,
                  fault,
                  answer -> {
                    rest(pauses.slow());
                    return answer;
                  }));
      case TWICE -> {
        Answer first = execute(request, fault);
        execute(request, fault);
        answer(line, first);
      }
      case CONFLICT -> refuse(request, line, fault, Refusal.lockTimeout());
      case TOO_MANY -> refuse(request, line, fault, Refusal.tooMany());
      case ERROR_BEFORE -> refuse(request, line, fault, Refusal.error());
      case ERROR_AFTER -> answer(line, execute(request, fault, _ -> Refusal.error().answer()));
      case ENDLESS -> {
        execute(request, fault);
        line.answerWithoutEnd();
      }
    }
  }

  private Answer execute(Request request, Fault fault) {
    return execute(request, fault, UnaryOperator.identity());
  }

  private Answer execute(Request request, Fault fault, UnaryOperator<Answer> last) {
    Answer answer = api.answer(request, last);
    note(request, fault, answer.status());
    return answer;
  }

  private void refuse(Request request, Wire.Line line, Fault fault, Refusal refusal)
      throws IOException {
    note(request, fault, 0);
    answer(line, refusal.answer());
  }

  private void note(Request request, Fault fault, int status) {
    journal.write(
        new Journal.Heard(
            clock.instant().toEpochMilli(),
            request.line() + (request.method().equals("GET") ? "" : " " + request.body()),
            request.header("Idempotency-Key").orElse(""),
            fault,
            status));
  }

  private void answer(Wire.Line line, Answer answer) throws IOException {
    rest(pauses.answer().dividedBy(2)); // the latency of the response
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
