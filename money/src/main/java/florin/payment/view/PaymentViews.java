package florin.payment.view;

import florin.connector.PayerAction.BankInstructions;
import florin.core.Id.EventId;
import florin.core.Id.PaymentId;
import florin.core.Id.RequestId;
import florin.core.Money;
import florin.core.Problem;
import florin.core.Realm;
import florin.http.Answer;
import florin.http.CardError;
import florin.http.Json;
import florin.idempotency.Idempotency;
import florin.idempotency.Idempotency.ObjectOfEvent;
import florin.idempotency.Idempotency.StoredAnswer;
import florin.idempotency.Result;
import florin.idempotency.Result.Again;
import florin.idempotency.Result.Now;
import florin.idempotency.ResultView;
import florin.instrument.BankTransfer;
import florin.payment.machine.Failure;
import florin.payment.machine.OperationResult;
import florin.payment.machine.Payment;
import florin.payment.machine.Refund;
import florin.payment.machine.Transition;
import florin.payment.view.PaymentView.AttemptView;
import florin.payment.view.PaymentView.ReadFacts;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The JSON of payments. Responses and events include the links to the receipt and the challenge.
 * Only a response to a caller with a secret key includes the client secret. Events don't include
 * it, because they are stored and sent to webhooks.
 */
public final class PaymentViews {
  private static final String CLIENT_SECRET = "\"client_secret\":";

  /**
   * The text of a missing client secret. No caller's text can match it, because JSON escapes
   * quotation marks.
   */
  private static final String NO_SECRET = CLIENT_SECRET + "null";

  private final ReceiptLinks receipts;
  private final ChallengeLinks challenges;
  private final ClientSecrets secrets;
  private final Function<Payment, String> recoveries;

  /**
   * Creates the views.
   *
   * @param recoveries returns the URL of the page on which the payer can pay a failed payment
   */
  public PaymentViews(
      ReceiptLinks receipts,
      ChallengeLinks challenges,
      ClientSecrets secrets,
      Function<Payment, String> recoveries) {
    this.receipts = receipts;
    this.challenges = challenges;
    this.secrets = secrets;
    this.recoveries = recoveries;
  }

  public PaymentView of(Payment payment) {
    return of(payment, ReadFacts.NONE);
  }

  /** Returns the view of a payment for a request that reads it. */
  public PaymentView of(Payment payment, ReadFacts facts) {
    return of(payment, payment.terms().customer(), facts, null);
  }

  /**
   * Returns the view of a payment.
   *
   * @param customer its id, or the customer itself if the caller expands it
   * @param facts none unless the request reads the payment
   * @param attempts null unless the caller expands them
   */
  public PaymentView of(
      Payment payment,
      Optional<?> customer,
      ReadFacts facts,
      @Nullable List<AttemptView> attempts) {
    return PaymentView.of(
        payment,
        nextAction(payment),
        findRecoveryUrl(payment),
        receipts.findUrl(payment),
        Optional.of(secrets.of(payment.realm(), payment.id())),
        customer,
        facts,
        attempts);
  }

  private Optional<String> findRecoveryUrl(Payment payment) {
    return payment.isRecoverable() ? Optional.of(recoveries.apply(payment)) : Optional.empty();
  }

  /** Returns the view that a payer may see in a browser. */
  public PayerView forPayer(Payment payment) {
    return PayerView.of(payment, nextAction(payment));
  }

  private Optional<NextActionView> nextAction(Payment payment) {
    if (!payment.isWaitingForPayer()) {
      return Optional.empty();
    }
    return Optional.of(
        payment
            .findTransfer()
            .flatMap(BankTransfer::instructions)
            .map(told -> transfer(payment, told))
            .orElseGet(() -> NextActionView.redirect(page(payment), payment.terms().returnUrl())));
  }

  private NextActionView transfer(Payment payment, BankInstructions told) {
    Money outstanding = payment.outstanding();
    String url = challenges.transferUrl(payment);
    return NextActionView.transfer(
        told,
        outstanding,
        Optional.of(url + ChallengeLinks.QR_SUFFIX).filter(_ -> hasPicture(outstanding)),
        url);
  }

  /** Returns whether there is a QR code: only for euro transfers (EPC069-12). */
  private static boolean hasPicture(Money outstanding) {
    return outstanding.currency().code().equals("eur");
  }

  /** Returns the URL of the page on which the payer acts: the provider's or Florin's. */
  private String page(Payment payment) {
    return payment
        .state()
        .authentication()
        .page()
        .map(URI::toString)
        .orElseGet(() -> challenges.url(payment));
  }

  /** Returns the JSON for events and for the dashboard, without the client secret. */
  public String eventText(Payment payment) {
    return Json.text(
        payment.isSetup()
            ? ofSetup(payment)
            : PaymentView.of(
                payment,
                nextAction(payment),
                findRecoveryUrl(payment),
                receipts.findUrl(payment),
                Optional.empty(),
                payment.terms().customer(),
                ReadFacts.NONE,
                null));
  }

  /** Returns the response to an operation: the payment, or the error if the operation failed. */
  public Answer answer(OperationResult result, RequestId request) {
    return result
        .failure()
        .map(failure -> ResultView.answer(refused(result.payment(), failure, request)))
        .orElseGet(() ->
            result
                .shown()
                .map(shown -> shown(result.payment(), shown))
                .orElseGet(() -> Answer.json(200, shown(result.payment()))));
  }

  public SetupView ofSetup(Payment setup) {
    return ofSetup(setup, Optional.empty());
  }

  /** Returns the view of a setup for a request that reads it. */
  public SetupView ofSetup(Payment setup, Optional<RiskView> risk) {
    return SetupView.of(setup, nextAction(setup), risk);
  }

  private Record shown(Payment payment) {
    return payment.isSetup() ? ofSetup(payment) : of(payment);
  }

  /** Returns a response with the JSON of an event, plus the client secret. */
  private Answer shown(Payment payment, String shown) {
    return Answer.json(
        200, completed(payment.realm(), payment.id(), shown).getBytes(StandardCharsets.US_ASCII));
  }

  /**
   * Returns the response that an idempotency key stores for an operation.
   *
   * @param told the event of the same commit that shows the response, if any
   */
  public StoredAnswer kept(Transition next, Optional<EventId> told, RequestId request) {
    Optional<Failure> failure = next.failure();
    if (failure.isPresent()) {
      return refused(next.after().payment(), failure.get(), request);
    }
    return next.after()
        .refund()
        .map(refund -> kept(refund, told))
        .orElseGet(() -> kept(next.after().payment(), told));
  }

  public StoredAnswer kept(Payment payment, Optional<EventId> told) {
    return told.<StoredAnswer>map(ObjectOfEvent::new)
        .orElseGet(() -> ResultView.kept(shown(payment)));
  }

  public StoredAnswer kept(Refund refund, Optional<EventId> told) {
    return told.<StoredAnswer>map(ObjectOfEvent::new)
        .orElseGet(() -> ResultView.kept(RefundView.of(refund)));
  }

  /**
   * Adds the client secret to a stored response, if it comes from an event. Other stored responses
   * are complete.
   */
  public <T> Result<T> completed(Realm realm, PaymentId payment, Result<T> result) {
    return switch (result) {
      case Now<T> now -> now;
      case Again<T>(Optional<T> object, Idempotency.AnswerCopy answer) ->
          new Again<>(object, completed(realm, payment, answer));
    };
  }

  private Idempotency.AnswerCopy completed(
      Realm realm, PaymentId payment, Idempotency.AnswerCopy answer) {
    return new Idempotency.AnswerCopy(answer.status(), completed(realm, payment, answer.body()));
  }

  private String completed(Realm realm, PaymentId payment, String json) {
    int at = json.indexOf(NO_SECRET);
    return at < 0
        ? json
        : json.substring(0, at)
            + CLIENT_SECRET
            + '"'
            + secrets.of(realm, payment)
            + '"'
            + json.substring(at + NO_SECRET.length());
  }

  /**
   * Returns the error: status 402, or, if the payment itself did not fail, a rejection of an
   * operation that came too late.
   */
  private Idempotency.AnswerCopy refused(Payment payment, Failure failure, RequestId request) {
    if (!failure.code().type().isOfPayment()) {
      return ResultView.refused(new Problem.BadRequest(failure.code(), failure.message()), request);
    }
    CardError error = error(payment, failure);
    return new Idempotency.AnswerCopy(error.status(), error.text(request));
  }

  private CardError error(Payment payment, Failure failure) {
    return new CardError(
        failure.code(),
        failure.message(),
        failure.code().field().map(param -> "payment_method." + param),
        failure.declineCode(),
        failure.advice(),
        Optional.of(payment.publicId()),
        findRecoveryUrl(payment),
        failure.retry());
  }
}
