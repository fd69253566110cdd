package florin.payment;

import florin.connector.Connector;
import florin.connector.Outcome;
import florin.idempotency.Given;
import florin.idempotency.Idempotency.Claim;
import florin.idempotency.Origin;
import florin.payment.Attempt.Resolution;
import florin.payment.Finish.Settled;
import florin.payment.Probe.Step;
import java.util.Optional;

/**
 * The way on from an operation that was begun durably: the network, with no transaction open, and
 * the commit that says what came of it.
 */
final class CallAndFinish {
  private final Settlement settlement;
  private final Repeats repeats;
  private final PaymentViews views;
  private final Probe probe;

  CallAndFinish(Settlement settlement, Repeats repeats, PaymentViews views, Probe probe) {
    this.settlement = settlement;
    this.repeats = repeats;
    this.views = views;
    this.probe = probe;
  }

  Given run(
      Origin origin,
      Optional<Claim> claim,
      Payment payment,
      Attempt attempt,
      Connector connector,
      Ask ask) {
    probe.at(Step.BEGUN);
    Outcome outcome = ask.ask(connector, payment, attempt);
    probe.at(Step.CALLED);
    Settled settled =
        settlement.settle(
            payment, attempt, connector, outcome, Resolution.ANSWER, Optional.of(origin.cause()));
    probe.at(Step.FINISHED);
    return settled.ours() || claim.isEmpty()
        ? Given.now(views.answer(settled.payment(), settled.failure(), origin.request()))
        : repeats.answer(claim.get(), origin, ask);
  }
}
