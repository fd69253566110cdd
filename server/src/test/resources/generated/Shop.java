import java.net.http.HttpRequest;
import java.util.List;
import java.util.Objects;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.CustomersApi;
import org.openapitools.client.api.EventsApi;
import org.openapitools.client.api.PaymentsApi;
import org.openapitools.client.api.RefundsApi;
import org.openapitools.client.model.CardPaymentMethodData;
import org.openapitools.client.model.CreatePayment;
import org.openapitools.client.model.CreateRefund;
import org.openapitools.client.model.CustomerProfile;
import org.openapitools.client.model.Error;
import org.openapitools.client.model.ErrorCode;
import org.openapitools.client.model.EventType;
import org.openapitools.client.model.MetadataFilter;
import org.openapitools.client.model.NewCard;
import org.openapitools.client.model.Payment;
import org.openapitools.client.model.PaymentMethodData;
import org.openapitools.client.model.PaymentStatus;
import org.openapitools.client.model.Refund;
import org.openapitools.client.model.RefundStatus;

/**
 * A shop by the client that OpenAPI Generator makes: says what it does, and ends with 1 where
 * something is not as it should be.
 */
public class Shop {
  private final PaymentsApi payments;
  private final RefundsApi refunds;
  private final CustomersApi customers;
  private final EventsApi events;

  Shop(ApiClient client) {
    payments = new PaymentsApi(client);
    refunds = new RefundsApi(client);
    customers = new CustomersApi(client);
    events = new EventsApi(client);
  }

  public static void main(String[] args) throws Exception {
    var client = new ApiClient();
    client.updateBaseUri(args[0]);
    client.setRequestInterceptor(
        (HttpRequest.Builder r) -> r.header("Authorization", "Bearer " + args[1]));
    new Shop(client).sell();
    System.out.println("done");
  }

  private void sell() throws ApiException {
    var customer =
        customers.createCustomer(
            "customer-1", null, new CustomerProfile().name("Jo March").email("jo@example.com"));
    Payment made =
        payments.createPayment(
            order().customer(customer.getId()).putMetadataItem("order", "6735"),
            "order-6735",
            null);
    say("made " + made.getStatus(), made.getStatus() == PaymentStatus.SUCCEEDED);

    Payment whole =
        payments.retrievePayment(made.getId(), List.of("customer", "attempts"), null, null);
    say(
        "read " + whole.getAmountCaptured() + " " + whole.getCurrency(),
        whole.getAmountCaptured() == 1000);
    say(
        "its card is " + whole.getPaymentMethod().getCard().getLast4(),
        whole.getPaymentMethod().getCard().getLast4().equals("4242"));
    say(
        "its customer is " + whole.getCustomer().getCustomer().getName(),
        whole.getCustomer().getCustomer().getName().equals("Jo March"));
    say("its attempts are " + whole.getAttempts().size(), whole.getAttempts().size() == 1);
    say("its failure is " + whole.getFailure(), whole.getFailure() == null);
    say(
        "its metadata is " + whole.getMetadata(),
        Objects.equals(whole.getMetadata().get("order"), "6735"));

    Refund refund =
        refunds.createRefund(
            new CreateRefund().payment(made.getId()).amount(400L), "return-118", null);
    say("refunded " + refund.getAmount(), refund.getStatus() == RefundStatus.SUCCEEDED);

    var again =
        payments.createPayment(order().paymentMethod(methodData("5555555555554444")), null, null);
    var page =
        payments.listPayments(
            1, null, null, null, null, null, null, null, null, null, null, null, null, null, null,
            null, null, null, null, null);
    say(
        "listed " + page.getData().size() + ", the newest first",
        page.getData().get(0).getId().equals(again.getId()) && page.getHasMore());
    var next =
        payments.listPayments(
            1,
            again.getId(),
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null);
    say(
        "the page after it is the first, refunded " + next.getData().get(0).getAmountRefunded(),
        next.getData().get(0).getAmountRefunded() == 400);
    say(
        "its customer is an id",
        next.getData().get(0).getCustomer().getString().equals(customer.getId()));
    var found =
        payments.listPayments(
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            new MetadataFilter().order("6735"),
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null);
    say("found " + found.getData().size() + " by metadata", found.getData().size() == 1);

    var happened =
        events.listEvents(null, null, null, null, null, null, null, null, null, null, null, null);
    for (var event : happened.getData()) {
      Object about = event.getData().getObject().getActualInstance();
      say(
          event.getType() + " is about a " + about.getClass().getSimpleName(),
          about
              .getClass()
              .getSimpleName()
              .equalsIgnoreCase(event.getType().getValue().split("\\.")[0].replace("_", "")));
    }
    say(
        "six and more events",
        happened.getData().size() >= 6
            && happened.getData().stream().anyMatch(e -> e.getType() == EventType.REFUND_CREATED));
    decline();
  }

  private void decline() {
    try {
      payments.createPayment(order().paymentMethod(methodData("4000000000009995")), null, null);
      say("it was not declined", false);
    } catch (ApiException declined) {
      var error = read(declined).getError();
      say(
          "declined " + declined.getCode() + " " + error.getCode() + " " + error.getDeclineCode(),
          declined.getCode() == 402
              && error.getCode() == ErrorCode.CARD_DECLINED
              && error.getPayment() != null);
    }
  }

  private static Error read(ApiException e) {
    try {
      return ApiClient.createDefaultObjectMapper().readValue(e.getResponseBody(), Error.class);
    } catch (java.io.IOException unreadable) {
      throw new IllegalStateException(unreadable);
    }
  }

  private static CreatePayment order() {
    return new CreatePayment()
        .amount(1000L)
        .currency("usd")
        .paymentMethod(methodData("4242424242424242"));
  }

  private static PaymentMethodData methodData(String number) {
    return new PaymentMethodData(
        new CardPaymentMethodData()
            .type(CardPaymentMethodData.TypeEnum.CARD)
            .card(new NewCard().number(number).expMonth(12).expYear(2040).cvc("123")));
  }

  private static void say(String what, boolean right) {
    System.out.println((right ? "" : "WRONG: ") + what);
    if (!right) {
      System.exit(1);
    }
  }
}
