package florin.payment;

import florin.connector.Connector;
import florin.connector.Deadline;
import florin.connector.Outcome;
import florin.connector.ResumeRequest;
import florin.connector.ResumeRequest.ChallengeResult;
import florin.core.ErrorCode;
import florin.core.Id.RequestId;
import florin.core.Refusal;
import florin.idempotency.Origin;
import florin.payment.FollowUps.Begun;
import florin.paymentmethod.CardsOnFile;
import florin.paymentmethod.ChargeableCard;
import java.util.Optional;

/**
 * The payer's action: what the payer has done with a challenge is told to the network, by begin,
 * call and finish as for any other operation. The payer has no key; the token in the link is all
 * that is asked for.
 */
public final class Challenges {
  private final ChallengeLinks links;
  private final PaymentStore store;
  private final FollowUps followUps;
  private final CardsOnFile cards;

  Challenges(ChallengeLinks links, PaymentStore store, FollowUps followUps, CardsOnFile cards) {
    this.links = links;
    this.store = store;
    this.followUps = followUps;
    this.cards = cards;
  }

  /** What a payer can do with a challenge. */
  public enum Choice {
    COMPLETE,
    FAIL,
    ABANDON
  }

  /** The payment that a token leads to; empty where it leads to none that asked for an action. */
  public Optional<Payment> find(String token) {
    return links
        .verify(token)
        .flatMap(link -> store.find(link.realm(), link.payment()))
        .filter(payment -> payment.state().authentication().challenge().isPresent());
  }

  /**
   * The payment as it then is. A choice that comes when all is over, a second one say, changes
   * nothing.
   *
   * @throws Refusal when another operation is under way and does not end soon
   */
  public Payment choose(Payment payment, Choice choice, RequestId request) {
    if (payment.status() == Status.REQUIRES_ACTION) {
      try {
        run(payment, choice, new Origin(request, Optional.empty()));
      } catch (Refusal refusal) {
        if (refusal.problem().code() != ErrorCode.PAYMENT_UNEXPECTED_STATE) {
          throw refusal;
        }
      }
    }
    return store.get(payment.realm(), payment.id());
  }

  private void run(Payment payment, Choice choice, Origin origin) {
    switch (choice) {
      case COMPLETE -> resume(payment, ChallengeResult.COMPLETED, origin);
      case FAIL -> resume(payment, ChallengeResult.FAILED, origin);
      case ABANDON ->
          followUps.run(
              payment,
              origin,
              FollowUps.ASK,
              current ->
                  new Begun(
                      PaymentMachine.beginAbandon(current),
                      Operation.CANCEL,
                      current.order().amount()));
    }
  }

  private void resume(Payment payment, ChallengeResult result, Origin origin) {
    followUps.run(
        payment,
        origin,
        (connector, current, attempt) -> ask(connector, current, attempt, result),
        current ->
            new Begun(
                PaymentMachine.beginResume(current), Operation.RESUME, current.order().amount()));
  }

  private Outcome ask(
      Connector connector, Payment payment, Attempt attempt, ChallengeResult result) {
    Optional<ChargeableCard> card = cards.charge(payment.realm(), payment.instrument().id());
    if (card.isEmpty()) {
      return Outcome.Declined.processingError();
    }
    var authorization =
        Payments.authorization(
            payment,
            attempt,
            card.get(),
            payment.state().authentication().result().map(ThreeDSecure::withoutCryptogram));
    Outcome outcome =
        connector.resume(new ResumeRequest(authorization, result), Deadline.in(Ask.DEADLINE));
    if (outcome instanceof Outcome.NotSent || outcome instanceof Outcome.RequiresAction) {
      cards.hold(payment.realm(), payment.instrument().id(), card.get().card().code());
    }
    return outcome;
  }
}
