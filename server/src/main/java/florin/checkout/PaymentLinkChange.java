package florin.checkout;

import florin.checkout.PaymentLink.Offer;
import florin.core.Field;
import florin.core.MetadataChange;
import java.net.URI;
import java.util.Optional;

/** What a request says of a payment link that is there; its price stays. */
public record PaymentLinkChange(
    Optional<Boolean> active,
    Field<String> description,
    Field<URI> successUrl,
    Field<Integer> maxPayments,
    MetadataChange metadata) {
  /** Only that it can be paid by, or not. */
  public static PaymentLinkChange switched(boolean active) {
    return new PaymentLinkChange(
        Optional.of(active),
        new Field.Keep<>(),
        new Field.Keep<>(),
        new Field.Keep<>(),
        MetadataChange.NONE);
  }

  PaymentLink applyTo(PaymentLink before) {
    Offer offer = before.offer();
    return before.with(
        active.orElse(before.active()),
        new Offer(
            description.applyTo(offer.description()),
            offer.captureMethod(),
            successUrl.applyTo(offer.successUrl()),
            maxPayments.applyTo(offer.maxPayments()),
            metadata.applyTo(offer.metadata())));
  }
}
