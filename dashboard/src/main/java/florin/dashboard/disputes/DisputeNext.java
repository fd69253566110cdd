package florin.dashboard.disputes;

import florin.dashboard.disputes.DisputePages.NextStep;
import florin.dashboard.parts.DisputeText;
import florin.dashboard.parts.Fact;
import florin.dispute.Dispute;
import java.time.Instant;
import java.util.List;

/** The next step of a dispute, in words. */
final class DisputeNext {
  private DisputeNext() {}

  static NextStep of(Dispute dispute, Instant now, List<Fact> links) {
    String amount = DisputeText.amount(dispute);
    if (dispute.isResponding()) {
      return new NextStep(
          "note",
          "Florin is sending your response. If the provider doesn't confirm it, Florin asks again.",
          links);
    }
    return switch (dispute.status()) {
      case INQUIRY ->
          new NextStep(
              "wait",
              "The bank asks about this payment and has taken no money. A refund closes the inquiry before it becomes a dispute.",
              links);
      case NEEDS_RESPONSE ->
          dispute.canRespond(now)
              ? new NextStep(
                  "bad",
                  "The provider holds %s until the bank decides. Without a response by the deadline, the payer gets the money back."
                      .formatted(amount),
                  links)
              : new NextStep(
                  "calm",
                  "The deadline has passed, so the bank takes no evidence now. The provider will report that the dispute was lost.",
                  links);
      case SUBMITTED, UNDER_REVIEW ->
          new NextStep(
              "note",
              dispute.isInquiry()
                  ? "The bank has your response and decides. You can't change it."
                  : "The bank has your response and decides, usually within 60 to 75 days. You can't change it.",
              links);
      case SECOND_ROUND ->
          new NextStep(
              "note", "One side has appealed the decision. The card scheme decides.", links);
      case WON -> new NextStep("good", "You won, and %s is yours.".formatted(amount), links);
      case LOST ->
          new NextStep(
              "bad",
              "You lost, and the payer got %s back. You can't refund this amount."
                  .formatted(amount),
              links);
      case ACCEPTED ->
          new NextStep(
              "calm",
              "You accepted the dispute, and the payer got %s back.".formatted(amount),
              links);
      case EXPIRED ->
          new NextStep(
              "bad",
              "The deadline passed without a response, so the payer got %s back.".formatted(amount),
              links);
      case PREVENTED -> new NextStep("calm", "It ended before the bank took any money.", links);
    };
  }
}
