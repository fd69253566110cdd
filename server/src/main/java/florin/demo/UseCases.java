package florin.demo;

import florin.core.IdSource;
import florin.customer.Customers;
import florin.payment.Challenges;
import florin.payment.DueAttempts;
import florin.payment.FollowUps;
import florin.payment.Payments;
import florin.payment.Refunds;
import florin.paymentmethod.PaymentMethods;
import florin.webhook.DeliveryHistory;
import florin.webhook.WebhookEndpoints;

/** All that a merchant can do, and what is done in place of those who work by themselves. */
public record UseCases(
    Payments payments,
    FollowUps followUps,
    Challenges challenges,
    DueAttempts dueAttempts,
    Refunds refunds,
    Customers customers,
    PaymentMethods methods,
    WebhookEndpoints endpoints,
    DeliveryHistory deliveries,
    IdSource ids) {}
