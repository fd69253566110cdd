package florin.checkout;

import florin.checkout.Cart.LineItem;
import florin.checkout.PaymentLink.Price;
import florin.core.Currency;
import florin.core.Id.ConnectorId;
import florin.core.Id.PaymentLinkId;
import florin.payment.machine.CaptureMethod;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A payment link as the API shows it, field by field. */
public record PaymentLinkView(
    PaymentLinkId id,
    String object,
    String url,
    boolean active,
    Optional<Long> amount,
    Optional<ChosenView> customerChooses,
    Currency currency,
    Optional<String> description,
    List<LineItem> lineItems,
    CaptureMethod captureMethod,
    Optional<String> successUrl,
    Optional<Integer> maxPayments,
    List<ConnectorId> connectors,
    int payments,
    Map<String, String> metadata,
    Instant created,
    boolean livemode) {

  /** The amounts between which the payer chooses, both included. */
  public record ChosenView(long min, long max) {}

  /**
   * Returns the view.
   *
   * @param url the URL of its page
   */
  static PaymentLinkView of(PaymentLink link, String url) {
    PaymentLink.Offer offer = link.offer();
    return new PaymentLinkView(
        link.id(),
        "payment_link",
        url,
        link.active(),
        link.price() instanceof Price.Fixed fixed
            ? Optional.of(fixed.amount().minor())
            : Optional.empty(),
        link.price() instanceof Price.Chosen chosen
            ? Optional.of(new ChosenView(chosen.min().minor(), chosen.max().minor()))
            : Optional.empty(),
        link.price().currency(),
        offer.description(),
        link.price() instanceof Price.Fixed fixed ? fixed.lines() : List.of(),
        offer.captureMethod(),
        offer.successUrl().map(URI::toString),
        offer.maxPayments(),
        offer.connectors(),
        link.counts().payments(),
        offer.metadata(),
        link.created(),
        link.realm().isLive());
  }
}
