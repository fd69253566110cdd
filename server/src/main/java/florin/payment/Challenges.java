package florin.payment;

import florin.connector.Outcome;
import florin.connector.ResumeRequest;
import florin.connector.ResumeRequest.ChallengeResult;
import florin.core.ErrorCode;
import florin.core.Id.RequestId;
import florin.core.Refusal;
import florin.idempotency.Origin;
import florin.payment.FollowUps.Step;
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
              Operation.CANCEL,
              Ask.BY_ATTEMPT,
              current -> Step.ofWhole(PaymentMachine.beginAbandon(current)));
    }
  }

  private void resume(Payment payment, ChallengeResult result, Origin origin) {
    followUps.run(
        payment,
        origin,
        Operation.RESUME,
        call -> ask(call, result),
        current -> Step.ofWhole(PaymentMachine.beginResume(current)));
  }

  private Outcome ask(Call call, ChallengeResult result) {
    Payment payment = call.payment();
    Optional<ChargeableCard> card = cards.charge(payment.realm(), payment.instrument().id());
    if (card.isEmpty()) {
      return Outcome.Declined.processingError();
    }
    var authorization =
        Tenders.authorization(
            call,
            card.get(),
            payment.state().authentication().result().map(ThreeDSecure::withoutCryptogram));
    Outcome outcome =
        call.connector()
            .resume(new ResumeRequest(authorization, result), call.deadline());
    if (outcome instanceof Outcome.NotSent || outcome instanceof Outcome.RequiresAction) {
      cards.hold(payment.realm(), payment.instrument().id(), card.get().card().code());
    }
    return outcome;
  }
}
