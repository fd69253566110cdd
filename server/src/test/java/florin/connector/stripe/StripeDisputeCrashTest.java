package florin.connector.stripe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import emulator.provider.Fault;
import emulator.provider.WebhookFault;
import emulator.stripe.StripeEmulator;
import florin.app.App.Networks;
import florin.connector.Connector;
import florin.connector.ConnectorKind;
import florin.connector.DisputeResponse;
import florin.connector.DisputeResponse.DisputeReply;
import florin.payment.execution.CrashPoint.Step;
import florin.testing.SimulatedCrash;
import florin.testing.TakesLong;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The crash matrix of responses to disputes: Florin dies between any two steps, and each response
 * is sent once. A bug that is planted in one of the steps makes the matrix fail.
 */
@TakesLong
class StripeDisputeCrashTest extends WithStripeDisputes {
  private final AtomicReference<Optional<Step>> fatal = new AtomicReference<>(Optional.empty());
  private final AtomicReference<Optional<PlantedBug>> planted =
      new AtomicReference<>(Optional.empty());
  private Disputed dispute;

  StripeDisputeCrashTest() throws IOException {}

  /** The bugs, each of which undoes one step that makes a response happen once. */
  private enum PlantedBug {
    /** The provider is called before it is durable that Florin responds. */
    LATE_INTENT,
    /** Recovery sends the response again without asking whether it has arrived. */
    NO_INQUIRY,
    /** The dispute at the provider doesn't have Florin's reference. */
    NO_REFERENCE
  }

  @BeforeEach
  void dispute() {
    dispute = disputed(1000, Optional.empty());
    change(dispute, "Our story");
  }

  /** Plants a bug, and dies at the armed step, once. */
  @Override
  void at(Step step) {
    if (step == Step.BEGUN && has(PlantedBug.LATE_INTENT)) {
      florin.update(
          "UPDATE dispute SET response = NULL, response_id = NULL, response_status = NULL, response_at = NULL, response_due_at = NULL, response_tries = NULL, response_answer_id = NULL");
    }
    if (step == Step.CALLED && has(PlantedBug.NO_REFERENCE)) {
      eraseReference();
    }
    // Called while the superclass opens Florin, this has no fields yet.
    if (fatal != null && fatal.get().equals(Optional.of(step))) {
      fatal.set(Optional.empty());
      throw new SimulatedCrash(step);
    }
  }

  private boolean has(PlantedBug bug) {
    return planted != null && planted.get().equals(Optional.of(bug));
  }

  private void eraseReference() {
    HttpRequest request =
        HttpRequest.newBuilder(stripe.url().resolve("/v1/disputes/" + dispute.there()))
            .header("Authorization", "Bearer " + StripeEmulator.TEST_KEY)
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(
                BodyPublishers.ofString(
                    "metadata[" + StripeDisputes.REFERENCE + "]=none&submit=false"))
            .build();
    try (HttpClient client = HttpClient.newHttpClient()) {
      assertThat(client.send(request, BodyHandlers.ofString()).statusCode()).isEqualTo(200);
    } catch (IOException | InterruptedException failed) {
      throw new AssertionError(failed);
    }
  }

  @Override
  Networks networks(Networks usual) {
    return new Networks(
        usual.line(),
        usual.kinds().stream()
            .map(kind ->
                (ConnectorKind)
                    proxy(
                        ConnectorKind.class,
                        (method, arguments) ->
                            call(kind, method, arguments) instanceof Connector connector
                                ? proxy(Connector.class, askingUnlessPlanted(connector))
                                : call(kind, method, arguments)))
            .toList());
  }

  private Call askingUnlessPlanted(Connector connector) {
    return (method, arguments) ->
        method.getName().equals("inquire")
                && arguments[0] instanceof DisputeResponse response
                && has(PlantedBug.NO_INQUIRY)
            ? new DisputeReply.Absent(response.dispute())
            : call(connector, method, arguments);
  }

  /** A call of a method. */
  @FunctionalInterface
  private interface Call {
    Object of(Method method, Object[] arguments) throws Throwable;
  }

  private static Object call(Object on, Method method, Object[] arguments) throws Throwable {
    try {
      return method.invoke(on, arguments);
    } catch (InvocationTargetException thrown) {
      throw thrown.getCause();
    }
  }

  private static Object proxy(Class<?> type, Call call) {
    return Proxy.newProxyInstance(
        type.getClassLoader(),
        new Class<?>[] {type},
        (_, method, arguments) -> call.of(method, arguments == null ? new Object[0] : arguments));
  }

  @ParameterizedTest
  @CsvSource({
    "submit, RECEIVED", "submit, BEGUN", "submit, CALLED", "submit, FINISHED",
    "accept, RECEIVED", "accept, BEGUN", "accept, CALLED", "accept, FINISHED"
  })
  void a_crash_between_any_two_steps_sends_once(String deed, Step step) {
    dieAt(deed, step);
    assertOnce(deed);
  }

  @ParameterizedTest
  @CsvSource({
    "submit, TAKEN", "submit, INQUIRED", "submit, CALLED",
    "accept, TAKEN", "accept, INQUIRED", "accept, CALLED"
  })
  void a_crash_of_recovery_sends_once(String deed, Step step) {
    stripe.faults().next(deed.equals("submit") ? SUBMIT : CLOSE, Fault.ERROR_AFTER);
    respond(dispute, deed);
    fatal.set(Optional.of(step));
    hurry();
    reopen();
    assertOnce(deed);
  }

  @ParameterizedTest
  @CsvSource({
    "submit, BEGUN, lost, failed, lost",
    "submit, CALLED, lost, sent, lost",
    "submit, CALLED, won, sent, won",
    "accept, BEGUN, lost, failed, lost",
    "accept, BEGUN, won, failed, won",
    "accept, CALLED, lost, sent, accepted"
  })
  void a_bank_that_decides_meanwhile_is_right(
      String deed, Step step, String decision, String response, String status) {
    for (boolean isToldFirst : new boolean[] {true, false}) {
      dispute();
      dieAt(deed, step);
      stripe.webhookFaults().next(".*", isToldFirst ? WebhookFault.NONE : WebhookFault.NEVER);
      stripe.payers().moveDispute(dispute.there(), decision);
      if (isToldFirst) {
        within().until(() -> dispute(dispute).json().at("/closed_at").isNumber());
        assertThat(dispute(dispute).text("/response/status")).isEqualTo("sending");
      }
      settle();

      assertThat(status(dispute)).as("told first: " + isToldFirst).isEqualTo(status);
      assertThat(dispute(dispute).text("/response/status")).isEqualTo(response);
      assertThat(stripe.payers().submissions(dispute.there()))
          .isEqualTo(deed.equals("submit") && response.equals("sent") ? 1 : 0);
      boolean isLost = decision.equals("lost");
      assertThat(payment(dispute.payment()).number("/dispute/amount_lost"))
          .isEqualTo(isLost ? 1000 : 0);
      assertThat(payment(dispute.payment()).number("/dispute/amount_held")).isZero();
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_planted_bug_makes_the_matrix_fail(PlantedBug bug) {
    planted.set(Optional.of(bug));
    dieAt("submit", Step.CALLED);

    assertThatThrownBy(() -> assertOnce("submit"))
        .as(bug.name())
        .isInstanceOf(AssertionError.class);
  }

  private void dieAt(String deed, Step step) {
    fatal.set(Optional.of(step));
    try {
      respond(dispute, deed);
    } catch (UncheckedIOException noAnswer) {
      // Florin has died before it responded.
    }
    reopen();
  }

  private void reopen() {
    assertThat(florin.awaitCrash(Duration.ofMinutes(1))).isTrue();
    florin = florin.reopen(this::at);
    listen();
  }

  private void assertOnce(String deed) {
    boolean isEvidence = deed.equals("submit");
    settle();
    if (status(dispute).equals("needs_response")) {
      respond(dispute, deed); // the request had not begun
      settle();
    }
    assertThat(status(dispute)).isEqualTo(isEvidence ? "under_review" : "accepted");
    assertThat(stripe.payers().submissions(dispute.there())).isEqualTo(isEvidence ? 1 : 0);
    assertThat(posts(dispute)).as("requests").isEqualTo(isEvidence ? 1 : 2);
    assertThat(stripe.payers().disputeStatus(dispute.there()))
        .isEqualTo(isEvidence ? "under_review" : "lost");
    assertThat(
            payment(dispute.payment()).number("/dispute/amount_" + (isEvidence ? "held" : "lost")))
        .isEqualTo(1000);
    assertThat(responses()).containsExactly("sent");
  }
}
