package florin.checkout;

import florin.checkout.PaymentLink.Offer;
import florin.core.Field;
import florin.core.MetadataChange;
import java.net.URI;
import java.util.Optional;

/** The changes that a request makes to a payment link; its price never changes. */
public record PaymentLinkChange(
    Optional<Boolean> active,
    Field<String> description,
    Field<URI> successUrl,
    Field<Integer> maxPayments,
    MetadataChange metadata) {
  /** Returns a change that only activates or deactivates the link. */
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
            offer.connectors(),
            metadata.applyTo(offer.metadata())));
  }
}
