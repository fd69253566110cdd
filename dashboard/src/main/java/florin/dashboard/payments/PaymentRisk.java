package florin.dashboard.payments;

import florin.dashboard.parts.DashboardRequest;
import florin.dashboard.parts.Fact;
import florin.dashboard.parts.ObjectPath;
import florin.dashboard.parts.RiskText;
import florin.instrument.Card;
import florin.lists.ListEntry.Listed;
import florin.lists.ListKind;
import florin.lists.ListName;
import florin.lists.ListStore;
import florin.payment.machine.Payment;
import florin.payment.view.RiskView;
import florin.payment.view.RiskView.BlockView;
import florin.payment.view.RiskView.BrakeView;
import florin.payment.view.RiskView.DecisionView;
import florin.payment.view.RiskViews;
import florin.team.Permission;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/** The decisions of the brake and the block list about a payment, and the block of its card. */
public final class PaymentRisk {
  private final RiskViews views;
  private final ListStore lists;
  private final InstantSource clock;

  public PaymentRisk(RiskViews views, ListStore lists, InstantSource clock) {
    this.views = views;
    this.lists = lists;
    this.clock = clock;
  }

  /** Returns the decisions in words, each with the page that says more about it. */
  List<Fact> facts(Payment payment) {
    return views
        .of(payment.realm(), List.of(payment))
        .apply(payment)
        .map(RiskView::decisions)
        .orElse(List.of())
        .stream()
        .map(PaymentRisk::fact)
        .toList();
  }

  private static Fact fact(DecisionView decision) {
    return switch (decision) {
      case BlockView block ->
          Fact.of("Block list", words(RiskText.of(block.subject()), block.value()))
              .to(ObjectPath.of(block.listEntry()));
      case BrakeView brake ->
          Fact.of(
                  "Card testing",
                  "%s: %s, %d of %d cards declined"
                      .formatted(
                          RiskText.pill(brake.step()).words(),
                          words(RiskText.of(brake.subject()), brake.value()),
                          brake.declinedCards(),
                          brake.cards()))
              .to(ObjectPath.BRAKE);
    };
  }

  private static String words(String kind, String value) {
    return value.isEmpty() ? kind : kind + " " + value;
  }

  /**
   * Returns the page with a form that blocks the payment's card; empty if the member may not, the
   * card is blocked already, or Florin doesn't have its fingerprint.
   */
  Optional<String> block(DashboardRequest visit, Payment payment) {
    return payment
        .method()
        .instrument()
        .findCard()
        .flatMap(Card::fingerprint)
        .filter(_ -> visit.may(Permission.MANAGE_LISTS))
        .filter(fingerprint -> !isBlocked(payment, fingerprint))
        .map(fingerprint ->
            ObjectPath.LISTS
                + "?dialog=add&list=block&kind=%s&value=%s&reason=%s"
                    .formatted(
                        ListKind.CARD_FINGERPRINT.text(),
                        fingerprint,
                        URLEncoder.encode("Payment " + payment.id(), StandardCharsets.UTF_8)));
  }

  private boolean isBlocked(Payment payment, String fingerprint) {
    return lists
        .find(payment.realm(), ListName.BLOCK, new Listed(ListKind.CARD_FINGERPRINT, fingerprint))
        .filter(entry -> entry.isActive(clock.instant()))
        .isPresent();
  }
}
