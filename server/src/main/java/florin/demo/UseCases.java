package florin.demo;

import florin.core.IdSource;
import florin.customer.Customers;
import florin.payment.Challenges;
import florin.payment.DueAttempts;
import florin.payment.FollowUps;
import florin.payment.PaymentWiring;
import florin.payment.Payments;
import florin.payment.Refunds;
import florin.paymentmethod.PaymentMethods;
import florin.webhook.DeliveryHistory;
import florin.webhook.WebhookEndpoints;

/** All that a merchant can do, and what is done in place of those who work by themselves. */
public record UseCases(
    PaymentWiring wiring,
    Customers customers,
    PaymentMethods methods,
    WebhookEndpoints endpoints,
    DeliveryHistory deliveries,
    IdSource ids) {

  Payments payments() {
    return wiring.payments();
  }

  FollowUps followUps() {
    return wiring.followUps();
  }

  Challenges challenges() {
    return wiring.challenges();
  }

  DueAttempts dueAttempts() {
    return wiring.dueAttempts();
  }

  Refunds refunds() {
    return wiring.refunds();
  }
}
