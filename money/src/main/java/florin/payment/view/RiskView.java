package florin.payment.view;

import florin.brake.BrowserTry;
import florin.brake.Step;
import florin.brake.SubjectKind;
import florin.core.Id.ListEntryId;
import florin.lists.BlockedPaymentStore.Block;
import florin.lists.ListKind;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The decisions of the brake and the block list about a payment, as the API shows them. */
public record RiskView(List<DecisionView> decisions) {
  public RiskView {
    decisions = List.copyOf(decisions);
  }

  /** One decision. */
  public sealed interface DecisionView {
    /** The source or the value of the entry, for example a network; empty for the account. */
    String value();
  }

  /**
   * A step of the brake.
   *
   * @param subject the kind of source whose cards were counted
   * @param declinedCards the declined cards of all, when the payment was created
   */
  public record BrakeView(
      Step step, SubjectKind subject, String value, int declinedCards, int cards)
      implements DecisionView {}

  /** The stop of a payment by an entry of the block list. */
  public record BlockView(BlockStep step, ListKind subject, String value, ListEntryId listEntry)
      implements DecisionView {}

  /** The step of the block list. */
  public enum BlockStep {
    BLOCK
  }

  /** Returns the decisions about a payment; empty if there were none. */
  public static Optional<RiskView> of(Optional<BrowserTry> tried, Optional<Block> block) {
    List<DecisionView> decisions =
        Stream.<DecisionView>concat(
                tried.stream().flatMap(it -> it.decisions().stream()).map(RiskView::of),
                block.map(RiskView::of).stream())
            .toList();
    return decisions.isEmpty() ? Optional.empty() : Optional.of(new RiskView(decisions));
  }

  private static BrakeView of(BrowserTry.Decision decision) {
    return new BrakeView(
        decision.step(), decision.kind(), decision.value(), decision.declined(), decision.cards());
  }

  private static BlockView of(Block block) {
    return new BlockView(
        BlockStep.BLOCK, block.listed().kind(), block.listed().value(), block.entry());
  }
}
