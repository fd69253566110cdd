package florin.paymentmethod;

import florin.core.Field;
import florin.core.Id.PaymentMethodId;
import florin.customer.ContactFormats;
import florin.http.Format;
import florin.http.Format.TextOrObject;
import florin.http.Params;
import florin.http.TextFormats;
import florin.instrument.Instrument.CardChange;
import florin.instrument.InstrumentFormats;
import florin.paymentmethod.MethodChange.BillingChange;
import florin.paymentmethod.PaymentMethodData.NewMethod;
import florin.paymentmethod.PaymentMethodData.SavedMethod;

/** Reads payment method data from a request. */
public final class PaymentMethodDataFormats {
  public static final Format<PaymentMethodId> ID = Format.id(PaymentMethodId.KIND);

  private static final Format<String> NAME = TextFormats.line(256);

  private PaymentMethodDataFormats() {}

  /**
   * Reads the parameter `payment_method` of a payment: an id, an object with an id, or a new one.
   */
  public static PaymentMethodData read(Params body) {
    return switch (body.requiredTextOrObject("payment_method")) {
      case TextOrObject.OfText _ -> new SavedMethod(body.required("payment_method", ID));
      case TextOrObject.OfObject(Params method) ->
          method.has("id")
              ? new SavedMethod(method.required("id", ID))
              : new NewMethod(InstrumentFormats.read(method), readBilling(method));
    };
  }

  /** Reads a method to save: `type`, the object of that name, and `billing_details`. */
  static NewMethod readNew(Params method) {
    return new NewMethod(InstrumentFormats.readKept(method), readBilling(method));
  }

  private static BillingDetails readBilling(Params method) {
    return method
        .optionalObject("billing_details")
        .map(billing -> readBillingChange(billing).applyTo(BillingDetails.NONE))
        .orElse(BillingDetails.NONE);
  }

  private static BillingChange readBillingChange(Params billing) {
    return new BillingChange(
        billing.field("name", NAME),
        billing.field("email", ContactFormats.EMAIL),
        billing.field("phone", ContactFormats.PHONE),
        ContactFormats.readAddress(billing));
  }

  /** Reads an update: `card`, `billing_details` and `metadata`. */
  static MethodChange readChange(Params method) {
    CardChange card = InstrumentFormats.readChange(method);
    method.notUpdatable("customer");
    return new MethodChange(card, readBillingField(method), TextFormats.metadata(method));
  }

  private static Field<BillingChange> readBillingField(Params method) {
    if (method.clearsObject("billing_details")) {
      return new Field.Clear<>();
    }
    return method
        .optionalObject("billing_details")
        .<Field<BillingChange>>map(billing -> new Field.Set<>(readBillingChange(billing)))
        .orElseGet(Field.Keep::new);
  }
}
