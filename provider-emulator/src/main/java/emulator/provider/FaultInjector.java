package emulator.provider;

import emulator.provider.ProviderApi.Cause;
import java.io.IOException;
import java.time.Duration;
import java.util.function.UnaryOperator;

/** Injects faults in front of every request of the API. */
final class FaultInjector {
  private final ProviderApi api;
  private final Plan<Fault> faults;
  private final Journal journal;
  private final Options options;

  FaultInjector(ProviderApi api, Plan<Fault> faults, Journal journal, Options options) {
    this.api = api;
    this.faults = faults;
    this.journal = journal;
    this.options = options;
  }

  void handle(Request request, Wire.Line line) throws IOException {
    String kind = api.ids().matcher(request.line()).replaceAll("/{id}");
    journal.begin(kind);
    try {
      rest(options.answer().dividedBy(2)); // the latency of the request
      handle(request, line, faults.take(request.line()));
    } finally {
      journal.end(kind);
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
              rest(options.slow());
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
                    rest(options.slow());
                    return answer;
                  }));
      case TWICE -> {
        Answer first = execute(request, fault);
        execute(request, fault);
        answer(line, first);
      }
      case CONFLICT -> reject(request, line, fault, Cause.CONFLICT);
      case TOO_MANY -> reject(request, line, fault, Cause.TOO_MANY);
      case UNAVAILABLE -> reject(request, line, fault, Cause.UNAVAILABLE);
      case ERROR_BEFORE -> reject(request, line, fault, Cause.ERROR);
      case ERROR_AFTER ->
          answer(line, execute(request, fault, _ -> api.error(Cause.ERROR).answer()));
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

  private void reject(Request request, Wire.Line line, Fault fault, Cause cause)
      throws IOException {
    note(request, fault, 0);
    answer(line, api.error(cause).answer());
  }

  private void note(Request request, Fault fault, int status) {
    journal.write(
        new Journal.Heard(
            options.clock().instant().toEpochMilli(),
            request.line() + " " + request.query() + request.body(),
            request.header("Idempotency-Key").orElse(""),
            fault,
            status));
  }

  private void answer(Wire.Line line, Answer answer) throws IOException {
    rest(options.answer().dividedBy(2)); // the latency of the response
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
