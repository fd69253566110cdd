package florin.payment.challenge;

import florin.connector.AuthorizeRequest.PageContent;
import florin.connector.Outcome;
import florin.connector.ResumeRequest;
import florin.connector.ResumeRequest.ChallengeResult;
import florin.connector.ThreeDSecure;
import florin.core.ErrorCode;
import florin.core.Id.RequestId;
import florin.core.Refusal;
import florin.idempotency.Origin;
import florin.payment.FollowUps;
import florin.payment.FollowUps.FirstMove;
import florin.payment.PaymentMethodResolver;
import florin.payment.execution.InFlightOperation;
import florin.payment.execution.NetworkCall;
import florin.payment.machine.Operation;
import florin.payment.machine.Payment;
import florin.payment.machine.PaymentMachine;
import florin.payment.machine.Status;
import florin.payment.store.Stores;
import florin.payment.view.ChallengeLinks;
import florin.paymentmethod.CardsOnFile;
import florin.paymentmethod.CardsOnFile.Chargeable;
import java.util.Map;
import java.util.Optional;

/**
 * The payer's actions. Florin informs the network of the payer's choice, with the same steps
 * (begin, call, finish) as for any other operation. The payer has no API key; the token in the link
 * is the only credential.
 */
public final class Challenges {
  /**
   * How often a payer's return triggers an inquiry at the provider. After that, only recovery asks.
   */
  static final int MAX_RETURNS = 20;

  private final ChallengeLinks links;
  private final Stores stores;
  private final FollowUps followUps;
  private final CardsOnFile cards;
  private final PaymentMethodResolver resolver;

  public Challenges(
      ChallengeLinks links,
      Stores stores,
      FollowUps followUps,
      CardsOnFile cards,
      PaymentMethodResolver resolver) {
    this.links = links;
    this.stores = stores;
    this.followUps = followUps;
    this.cards = cards;
    this.resolver = resolver;
  }

  /** The payer's choices for a challenge. */
  public enum Choice {
    COMPLETE,
    FAIL,
    ABANDON
  }

  /** Returns the payment whose challenge Florin's page shows; empty for an invalid token. */
  public Optional<Payment> find(String token) {
    return findAsked(token)
        .filter(payment -> !isElsewhere(payment) && payment.findTransfer().isEmpty());
  }

  /** Returns the payment whose payer was sent to the provider; empty for an invalid token. */
  public Optional<Payment> findReturning(String token) {
    return findAsked(token).filter(Challenges::isElsewhere);
  }

  private Optional<Payment> findAsked(String token) {
    return links
        .verify(token)
        .flatMap(link -> stores.payments().findAny(link.realm(), link.payment()))
        .filter(payment -> payment.state().authentication().challenge().isPresent());
  }

  private static boolean isElsewhere(Payment payment) {
    return payment.state().authentication().page().isPresent();
  }

  /**
   * Carries out a choice, and returns the payment after it. Once the challenge has ended, further
   * choices change nothing.
   *
   * @throws Refusal if another operation is in flight and does not end soon
   */
  public Payment choose(Payment payment, Choice choice, RequestId request) {
    return ifWaiting(payment, () -> run(payment, choice, new Origin(request, Optional.empty())));
  }

  /**
   * Asks the provider for the outcome when the payer returns from it.
   *
   * @param parameters the parameters of the request, which any client may have invented
   * @return the payment after it
   * @throws Refusal if another operation is in flight and does not end soon
   */
  public Payment returned(Payment payment, Map<String, String> parameters, RequestId request) {
    var origin = new Origin(request, Optional.empty());
    return ifWaiting(
        payment,
        () -> {
          if (returns(payment) < MAX_RETURNS) {
            resume(payment, ChallengeResult.RETURNED, parameters, origin);
          }
        });
  }

  private long returns(Payment payment) {
    return stores.attempts().list(payment.realm(), payment.id()).stream()
        .filter(attempt -> attempt.operation() == Operation.RESUME)
        .count();
  }

  private Payment ifWaiting(Payment payment, Runnable work) {
    if (payment.status() == Status.REQUIRES_ACTION) {
      try {
        work.run();
      } catch (Refusal refusal) {
        if (refusal.problem().code() != ErrorCode.PAYMENT_UNEXPECTED_STATE) {
          throw refusal;
        }
      }
    }
    return stores.payments().get(payment.realm(), payment.id());
  }

  private void run(Payment payment, Choice choice, Origin origin) {
    switch (choice) {
      case COMPLETE -> resume(payment, ChallengeResult.COMPLETED, Map.of(), origin);
      case FAIL -> resume(payment, ChallengeResult.FAILED, Map.of(), origin);
      case ABANDON ->
          followUps.run(
              payment,
              origin,
              Operation.CANCEL,
              NetworkCall.BY_ATTEMPT,
              current -> FirstMove.ofWhole(PaymentMachine.beginAbandon(current)));
    }
  }

  private void resume(
      Payment payment, ChallengeResult result, Map<String, String> parameters, Origin origin) {
    followUps.run(
        payment,
        origin,
        Operation.RESUME,
        call -> ask(call, result, parameters),
        current -> FirstMove.ofWhole(PaymentMachine.beginResume(current)));
  }

  private Outcome ask(
      InFlightOperation call, ChallengeResult result, Map<String, String> parameters) {
    Payment payment = call.payment();
    Optional<Chargeable> card = cards.charge(payment.realm(), payment.method().id());
    if (card.isEmpty()) {
      return Outcome.Declined.processingError();
    }
    var authorization =
        resolver.authorization(
            call,
            card.get(),
            payment.state().authentication().result().map(ThreeDSecure::withoutCryptogram),
            PageContent.NONE);
    Outcome outcome =
        call.connector()
            .resume(new ResumeRequest(authorization, result, parameters), call.deadline());
    if (outcome instanceof Outcome.NotSent || outcome instanceof Outcome.RequiresAction) {
      cards.hold(payment.realm(), payment.method().id(), card.get().credential());
    }
    return outcome;
  }
}
