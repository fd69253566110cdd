package florin.payment.view;

import florin.brake.BrowserTry;
import florin.core.Id.ListEntryId;
import florin.http.Json.OmitWhenNull;
import florin.lists.BlockedPaymentStore.Block;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The decisions of the brake and the block list about a payment, as the API shows them. */
public record RiskView(List<DecisionView> decisions) {
  public RiskView {
    decisions = List.copyOf(decisions);
  }

  /**
   * One decision.
   *
   * @param step of the brake; or `block`, if an entry of the block list stopped the payment
   * @param subject the kind of source whose cards were counted, or the kind of the entry
   * @param value the source, for example a network; empty for the account
   * @param declinedCards the declined cards of all, when the payment was created; null for `block`
   * @param cards likewise
   * @param listEntry the entry; null for a step of the brake
   */
  public record DecisionView(
      String step,
      String subject,
      String value,
      @OmitWhenNull @Nullable Integer declinedCards,
      @OmitWhenNull @Nullable Integer cards,
      @OmitWhenNull @Nullable ListEntryId listEntry) {}

  /** Returns the decisions about a payment; empty if there were none. */
  public static Optional<RiskView> of(Optional<BrowserTry> tried, Optional<Block> block) {
    List<DecisionView> decisions =
        Stream.concat(
                tried.stream().flatMap(it -> it.decisions().stream()).map(RiskView::of),
                block.map(RiskView::of).stream())
            .toList();
    return decisions.isEmpty() ? Optional.empty() : Optional.of(new RiskView(decisions));
  }

  private static DecisionView of(BrowserTry.Decision decision) {
    return new DecisionView(
        decision.step().text(),
        decision.kind().text(),
        decision.value(),
        decision.declined(),
        decision.cards(),
        null);
  }

  private static DecisionView of(Block block) {
    return new DecisionView(
        "block", block.listed().kind().text(), block.listed().value(), null, null, block.entry());
  }
}
