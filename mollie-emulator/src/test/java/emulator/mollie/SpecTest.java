package emulator.mollie;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import emulator.provider.Options;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * All requests of these tests, and their responses, against Mollie's OpenAPI document. {@link
 * Merchant} checks each exchange of the other tests too.
 */
class SpecTest {
  @Test
  void every_endpoint_of_the_emulator_is_as_mollie_s_openapi_document_says() throws IOException {
    Optional<Spec> spec = Spec.find();
    if (spec.isEmpty()) {
      System.out.println(
          "NOT VALIDATED: Mollie's OpenAPI document is not in mollie-emulator/target/mollie. Copy specs.yaml of the repository mollie/openapi there.");
    }
    assumeTrue(spec.isPresent());
    try (MollieEmulator mollie = MollieEmulator.start(Options.ofTests())) {
      call(mollie, new Merchant(mollie));
      callBalance(mollie);
    }

    assertThat(spec.get().checked())
        .contains(
            "post /v2/payments",
            "get /v2/payments",
            "get /v2/payments/{paymentId}",
            "patch /v2/payments/{paymentId}",
            "delete /v2/payments/{paymentId}",
            "post /v2/payments/{paymentId}/release-authorization",
            "post /v2/payments/{paymentId}/captures",
            "get /v2/payments/{paymentId}/captures",
            "get /v2/payments/{paymentId}/captures/{captureId}",
            "post /v2/payments/{paymentId}/refunds",
            "get /v2/payments/{paymentId}/refunds",
            "get /v2/payments/{paymentId}/refunds/{refundId}",
            "delete /v2/payments/{paymentId}/refunds/{refundId}",
            "get /v2/payments/{paymentId}/chargebacks",
            "get /v2/payments/{paymentId}/chargebacks/{chargebackId}",
            "get /v2/refunds",
            "get /v2/chargebacks",
            "post /v2/customers",
            "get /v2/customers",
            "get /v2/customers/{customerId}",
            "patch /v2/customers/{customerId}",
            "delete /v2/customers/{customerId}",
            "post /v2/customers/{customerId}/payments",
            "get /v2/customers/{customerId}/payments",
            "post /v2/customers/{customerId}/mandates",
            "get /v2/customers/{customerId}/mandates",
            "get /v2/customers/{customerId}/mandates/{mandateId}",
            "delete /v2/customers/{customerId}/mandates/{mandateId}",
            "get /v2/methods",
            "get /v2/methods/{methodId}",
            "get /v2/profiles/me",
            "get /v2/organizations/me",
            "get /v2/permissions",
            "get /v2/balances",
            "get /v2/balances/{balanceId}",
            "get /v2/balances/primary",
            "get /v2/balances/{balanceId}/transactions",
            "get /v2/settlements",
            "get /v2/settlements/{settlementId}",
            "get /v2/settlements/open",
            "get /v2/settlements/next",
            "get /v2/settlements/{settlementId}/payments",
            "get /v2/settlements/{settlementId}/captures",
            "get /v2/settlements/{settlementId}/refunds",
            "get /v2/settlements/{settlementId}/chargebacks");
  }

  private static void callBalance(MollieEmulator mollie) throws IOException {
    var shop = new Merchant(mollie, MollieEmulator.LIVE_KEY);
    var owner = new Merchant(mollie, MollieEmulator.ACCESS_TOKEN);
    String payment = shop.open("\"method\":\"ideal\"");
    mollie.payers().pay(payment);
    String held = shop.open("\"captureMode\":\"manual\"");
    mollie.payers().pay(held);
    shop.capture(held, "10.00");
    mollie.advance(Duration.ofDays(3));
    mollie.payers().failRefund(shop.refund(payment, "1.00").at("/id"));
    shop.refund(payment, "2.00");
    mollie.payers().reverseChargeback(mollie.payers().chargeBack(payment, Optional.of("3.00")));
    mollie.treasury().correct(true, "1.00");
    mollie.treasury().chargeFee(true, "0.50");
    mollie.treasury().reserve(true, "2.00");
    mollie.treasury().release(true, "2.00");
    for (String part : new String[] {"settlements/open", "settlements/next"}) {
      owner.get("/v2/" + part);
    }
    String settlement = "/v2/settlements/" + mollie.treasury().settle().getLast();
    mollie.treasury().moveSettlement(settlement.substring(16), "paidout");
    mollie.treasury().moveSettlement(settlement.substring(16), "failed");
    owner.get(settlement);
    for (String part : new String[] {"payments", "captures", "refunds", "chargebacks"}) {
      owner.get(settlement + "/" + part);
    }
    String balance = owner.get("/v2/balances").at("/_embedded/balances/0/id");
    for (String path :
        new String[] {
          "settlements",
          "balances/" + balance,
          "balances/primary",
          "balances/" + balance + "/transactions",
          "organizations/me",
          "permissions"
        }) {
      owner.get("/v2/" + path);
    }
  }

  private static void call(MollieEmulator mollie, Merchant merchant) throws IOException {
    String customer = merchant.customer();
    String path = "/v2/customers/" + customer;
    for (Method method : Method.values()) {
      String id = merchant.open("\"method\":\"" + method.id() + "\"");
      merchant.payment(id);
      mollie.payers().pay(id);
      merchant.payment(id);
      merchant.get("/v2/methods/" + method.id());
    }
    String held = merchant.open("\"captureMode\":\"manual\"");
    mollie.payers().pay(held);
    merchant.post("/v2/payments/" + held + "/release-authorization", "");
    String captured = merchant.open("\"captureMode\":\"manual\"");
    mollie.payers().pay(captured);
    String capture = merchant.capture(captured, "10.00").at("/id");
    merchant.get("/v2/payments/" + captured + "/captures/" + capture);
    merchant.get("/v2/payments/" + captured + "/captures");
    String refunds = "/v2/payments/" + captured + "/refunds";
    String refund = merchant.refund(captured, "1.00").at("/id");
    merchant.get(refunds + "/" + refund);
    merchant.get(refunds);
    merchant.get("/v2/payments/" + captured + "?embed=refunds");
    merchant.delete(refunds + "/" + refund);
    String chargebacks = "/v2/payments/" + captured + "/chargebacks";
    merchant.get(chargebacks + "/" + mollie.payers().chargeBack(captured));
    merchant.get(chargebacks);
    merchant.patch("/v2/payments/" + captured, "{\"description\":\"changed\"}");
    merchant.delete("/v2/payments/" + merchant.open("\"method\":\"banktransfer\""));
    String first =
        merchant
            .post(
                path + "/payments",
                Merchant.order("\"sequenceType\":\"first\"", "\"method\":\"ideal\""))
            .at("/id");
    mollie.payers().pay(first);
    merchant.post(
        path + "/mandates",
        """
        {"method":"paypal","consumerName":"Jane Doe","consumerEmail":"jane@example.com",\
        "paypalBillingAgreementId":"B-12A34567B8901234CD"}\
        """);
    String mandate = path + "/mandates/" + merchant.payment(first).at("/mandateId");
    merchant.get(mandate);
    merchant.open("\"sequenceType\":\"recurring\"", "\"customerId\":\"" + customer + "\"");
    for (String list :
        new String[] {
          "payments", "refunds", "chargebacks", "customers", "methods", "profiles/me"
        }) {
      merchant.get("/v2/" + list);
    }
    merchant.get(path);
    merchant.get(path + "/payments");
    merchant.get(path + "/mandates");
    merchant.patch(path, "{\"locale\":\"de_DE\",\"metadata\":{\"a\":1}}");
    merchant.delete(mandate);
    merchant.delete(path);
  }
}
