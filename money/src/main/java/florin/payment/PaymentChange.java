package florin.payment;

import florin.core.Field;
import florin.core.Id.CustomerId;
import florin.core.MetadataChange;
import florin.payment.machine.Payment.PaymentTerms;

/** A change of a payment's descriptive fields, and of its customer if it has none yet. */
public record PaymentChange(
    Field<String> description,
    Field<String> receiptEmail,
    Field<CustomerId> customer,
    MetadataChange metadata) {

  PaymentTerms applyTo(PaymentTerms before) {
    return new PaymentTerms(
        before.amount(),
        before.captureMethod(),
        customer.applyTo(before.customer()),
        description.applyTo(before.description()),
        metadata.applyTo(before.metadata()),
        receiptEmail.applyTo(before.receiptEmail()),
        before.statementDescriptor(),
        before.returnUrl(),
        before.locale());
  }
}
