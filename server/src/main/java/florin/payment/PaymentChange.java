package florin.payment;

import florin.core.Field;
import florin.core.Id.CustomerId;
import florin.core.MetadataChange;
import florin.payment.machine.Payment.Order;

/**
 * What may still be changed of a payment: what is said about it, and whose it is while nobody's.
 */
public record PaymentChange(
    Field<String> description,
    Field<String> receiptEmail,
    Field<CustomerId> customer,
    MetadataChange metadata) {

  Order applyTo(Order before) {
    return new Order(
        before.amount(),
        before.captureMethod(),
        customer.applyTo(before.customer()),
        description.applyTo(before.description()),
        metadata.applyTo(before.metadata()),
        receiptEmail.applyTo(before.receiptEmail()),
        before.statementDescriptor(),
        before.returnUrl());
  }
}
