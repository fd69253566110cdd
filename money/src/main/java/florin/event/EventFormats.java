package florin.event;

import florin.core.Id;
import florin.core.Id.BrakeId;
import florin.core.Id.CheckoutSessionId;
import florin.core.Id.CustomerCreditId;
import florin.core.Id.CustomerId;
import florin.core.Id.DisputeId;
import florin.core.Id.MandateId;
import florin.core.Id.PaymentId;
import florin.core.Id.PaymentMethodId;
import florin.core.Id.PayoutId;
import florin.core.Id.RefundId;
import florin.core.Id.SetupId;
import florin.core.Id.UnmatchedTransferId;
import florin.core.Id.WebhookEndpointId;
import florin.http.Format;
import java.util.List;
import java.util.UUID;

/** The formats of parameters for events. */
public final class EventFormats {
  /** The kinds of objects that events are about. */
  private static final List<Id.Kind<? extends Id>> OBJECTS =
      List.of(
          PaymentId.KIND,
          SetupId.KIND,
          RefundId.KIND,
          DisputeId.KIND,
          BrakeId.KIND,
          CustomerId.KIND,
          PaymentMethodId.KIND,
          MandateId.KIND,
          CheckoutSessionId.KIND,
          CustomerCreditId.KIND,
          UnmatchedTransferId.KIND,
          PayoutId.KIND,
          WebhookEndpointId.KIND);

  public static final Format<UUID> OBJECT_ID =
      Format.text(
          "must be the id of a payment, setup, refund, dispute, brake, customer, payment method, mandate, checkout session, customer credit, unmatched transfer, payout or webhook endpoint",
          new UUID(0, 0),
          text ->
              OBJECTS.stream()
                  .flatMap(kind -> kind.parse(text).map(Id::uuid).stream())
                  .findFirst());

  private EventFormats() {}
}
