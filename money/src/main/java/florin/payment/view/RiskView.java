package florin.payment.view;

import florin.brake.BrowserTry;
import florin.brake.Step;
import florin.brake.SubjectKind;
import java.util.List;

/** The decisions of the brake about a payment, as the API shows them. */
public record RiskView(List<DecisionView> decisions) {
  public RiskView {
    decisions = List.copyOf(decisions);
  }

  /**
   * One decision.
   *
   * @param subject the kind of source whose cards were counted
   * @param value the source, for example a network; empty for the account
   * @param declinedCards the declined cards of all, when the payment was created
   */
  record DecisionView(Step step, SubjectKind subject, String value, int declinedCards, int cards) {}

  public static RiskView of(BrowserTry tried) {
    return new RiskView(
        tried.decisions().stream()
            .map(decision ->
                new DecisionView(
                    decision.step(),
                    decision.kind(),
                    decision.value(),
                    decision.declined(),
                    decision.cards()))
            .toList());
  }
}
