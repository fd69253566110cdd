package florin.checkout;

import florin.checkout.CheckoutSession.Status;
import florin.connector.Capabilities.AcceptedCredentials;
import florin.connector.Connector;
import florin.connector.Connectors;
import florin.connector.PlainCard;
import florin.connector.Credential;
import florin.core.Refusal;
import florin.payment.machine.Payment;
import florin.payment.view.ChallengeLinks;
import florin.payment.view.ReceiptLinks;
import java.net.URI;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/**
 * What a payer finds on a session's page. How it stands follows from its payment, which may have
 * been paid a moment ago, and not from the session's row alone. Nothing is written here.
 */
public final class Visits {
  private static final String CARD = "card";

  private final Tries tries;
  private final Connectors connectors;
  private final ChallengeLinks challenges;
  private final ReceiptLinks receipts;
  private final InstantSource clock;

  public Visits(
      Tries tries,
      Connectors connectors,
      ChallengeLinks challenges,
      ReceiptLinks receipts,
      InstantSource clock) {
    this.tries = tries;
    this.connectors = connectors;
    this.challenges = challenges;
    this.receipts = receipts;
    this.clock = clock;
  }

  /** How a session stands for its payer. */
  public sealed interface Standing {
    /**
     * @param last the payment before, which came to nothing
     */
    record Payable(Optional<Payment> last) implements Standing {}

    /**
     * @param url where the payer acts
     * @param isElsewhere on a page that is not ours
     */
    record Acting(Payment payment, String url, boolean isElsewhere) implements Standing {}

    record Processing() implements Standing {}

    /**
     * @param receipt empty until the money is taken
     */
    record Paid(Optional<String> receipt, boolean isCaptured) implements Standing {}

    record Expired() implements Standing {}

    record Exhausted() implements Standing {}

    record Unavailable() implements Standing {}
  }

  /** By what it can be paid. */
  public enum Offer {
    /** The card form, which exists in test mode only. */
    CARD,
    /** A page of the provider's. */
    PROVIDER,
    NOTHING
  }

  Standing standing(CheckoutSession session) {
    Optional<Payment> last = tries.last(session);
    return last.filter(payment -> !Tries.isOver(payment))
        .map(this::ofOpen)
        .orElseGet(() -> ofNone(session, last));
  }

  private Standing ofOpen(Payment payment) {
    return switch (payment.status()) {
      case SUCCEEDED -> new Standing.Paid(receipts.findUrl(payment), true);
      case REQUIRES_CAPTURE -> new Standing.Paid(Optional.empty(), false);
      case REQUIRES_ACTION -> payment.isWaitingForPayer() ? acting(payment) : new Standing.Processing();
      case PROCESSING, FAILED, CANCELED -> new Standing.Processing();
    };
  }

  private Standing acting(Payment payment) {
    Optional<URI> page = payment.state().authentication().page();
    return new Standing.Acting(
        payment,
        page.map(URI::toString).orElseGet(() -> challenges.url(payment)),
        page.isPresent());
  }

  private Standing ofNone(CheckoutSession session, Optional<Payment> last) {
    if (session.status() == Status.COMPLETE) {
      // Its payment was approved, and then given up by the merchant.
      return new Standing.Paid(Optional.empty(), false);
    }
    if (!session.isInTime(clock.instant())) {
      return new Standing.Expired();
    }
    if (session.state().tries() >= CheckoutSession.MAX_TRIES) {
      return new Standing.Exhausted();
    }
    return offer(session) == Offer.NOTHING
        ? new Standing.Unavailable()
        : new Standing.Payable(last);
  }

  Offer offer(CheckoutSession session) {
    Optional<Connector> connector;
    try {
      connector = connectors.findFor(session.realm());
    } catch (Refusal unusable) {
      return Offer.NOTHING;
    }
    if (connector.isEmpty()) {
      return Offer.NOTHING;
    }
    AcceptedCredentials accepts = connector.get().capabilities().accepts();
    if (accepts.takes(new Credential.Page(List.of()))) {
      return Offer.PROVIDER;
    }
    return !session.realm().isLive()
            && session.around().offers(CARD)
            && accepts.credentials().contains(PlainCard.class)
        ? Offer.CARD
        : Offer.NOTHING;
  }
}
