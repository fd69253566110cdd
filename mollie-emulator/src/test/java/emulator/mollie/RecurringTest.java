package emulator.mollie;

import static org.assertj.core.api.Assertions.assertThat;

import emulator.mollie.Merchant.Reply;
import emulator.provider.Ledger;
import emulator.provider.Options;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** First payments, mandates, and recurring payments. */
class RecurringTest {
  private static final String FIRST = "\"sequenceType\":\"first\"";
  private static final String RECURRING = "\"sequenceType\":\"recurring\"";

  private final MollieEmulator mollie = start();
  private final Merchant merchant = new Merchant(mollie);

  private static MollieEmulator start() {
    try {
      return MollieEmulator.start(Options.ofTests());
    } catch (IOException failed) {
      throw new IllegalStateException(failed);
    }
  }

  @AfterEach
  void close() throws IOException {
    mollie.close();
  }

  private static String field(String name, String value) {
    return "\"" + name + "\":\"" + value + "\"";
  }

  /** Returns the id of a valid mandate. */
  private String mandate(String customer, Method method) throws IOException {
    String id =
        merchant.open(
            FIRST,
            field("customerId", customer),
            field("method", method.id()),
            field("description", "First"));
    mollie.payers().pay(id);
    return merchant.payment(id).at("/mandateId");
  }

  private Reply charge(String customer, String... others) throws IOException {
    String[] all = Arrays.copyOf(others, others.length + 2);
    all[others.length] = RECURRING;
    all[others.length + 1] = field("customerId", customer);
    return merchant.post("/v2/payments", Merchant.order(all));
  }

  @Test
  void a_first_payment_creates_a_mandate_that_recurring_payments_charge() throws IOException {
    String customer = merchant.customer();
    Reply first =
        merchant.post(
            "/v2/customers/" + customer + "/payments",
            Merchant.order(FIRST, field("method", "creditcard")));
    String mandates = "/v2/customers/" + customer + "/mandates";
    String mandate = mandates + "/" + first.at("/mandateId");
    assertThat(merchant.get(mandate).at("/status")).isEqualTo("pending");
    assertThat(charge(customer).at("/detail")).isEqualTo("No suitable mandates found for customer");

    mollie.payers().pay(first.at("/id"));
    Reply valid = merchant.get(mandate);
    assertThat(valid.at("/status")).isEqualTo("valid");
    assertThat(valid.at("/details/cardNumber")).isEqualTo("9399");
    assertThat(valid.at("/details/cardExpiryDate")).isEqualTo("2034-12-31");

    Reply charged = charge(customer, field("description", "Order 2"));
    assertThat(charged.status()).isEqualTo(201);
    assertThat(charged.at("/status")).isEqualTo("paid");
    assertThat(charged.at("/mandateId")).isEqualTo(first.at("/mandateId"));
    assertThat(charged.json().at("/_links").has("checkout")).isFalse();
    assertThat(merchant.get("/v2/customers/" + customer + "/payments").at("/count")).isEqualTo("2");
    assertThat(merchant.get(mandates).at("/count")).isEqualTo("1");
    assertThat(mollie.book().standings())
        .extracting(Ledger.Standing::net)
        .containsExactly(2500L, 2500L);
    assertThat(mollie.book().faults()).isEmpty();
  }

  @Test
  void the_mandate_of_a_bank_method_is_a_debit_which_stays_pending() throws IOException {
    String customer = merchant.customer();
    String id = merchant.open(FIRST, field("customerId", customer));
    assertThat(merchant.payment(id).json().has("mandateId")).isFalse();
    mollie.payers().pay(id, Method.IDEAL);
    String mandate = merchant.payment(id).at("/mandateId");
    assertThat(merchant.get("/v2/customers/" + customer + "/mandates/" + mandate).at("/method"))
        .isEqualTo("directdebit");

    Reply charged = charge(customer, field("description", "Order 2"), "\"redirectUrl\":null");
    assertThat(charged.at("/status")).isEqualTo("pending");
    assertThat(charged.json().at("/isCancelable").asBoolean()).isTrue();
    assertThat(charged.at("/details/consumerAccount")).isEqualTo("NL53INGB0654422370");
    assertThat(charged.at("/_links/changePaymentState/href"))
        .isEqualTo(mollie.url() + "/checkout/" + charged.at("/id"));
    assertThat(merchant.form("/checkout/" + charged.at("/id"), "choice=paid").status())
        .isEqualTo(200);
    assertThat(merchant.payment(charged.at("/id")).at("/status")).isEqualTo("paid");
  }

  @Test
  void a_mandate_that_is_not_valid_is_rejected() throws IOException {
    String customer = merchant.customer();
    String failed =
        merchant.open(FIRST, field("customerId", customer), field("method", "creditcard"));
    mollie.payers().fail(failed, FailureReason.CARD_DECLINED);
    String mandates = "/v2/customers/" + customer + "/mandates/";
    assertThat(merchant.get(mandates + merchant.payment(failed).at("/mandateId")).at("/status"))
        .isEqualTo("invalid");

    String mandate = mandate(customer, Method.CREDITCARD);
    assertThat(charge(customer, field("mandateId", "mdt_none")).at("/field"))
        .isEqualTo("mandateId");
    assertThat(merchant.delete(mandates + mandate).status()).isEqualTo(204);
    assertThat(merchant.get(mandates + mandate).status()).isEqualTo(410);
    assertThat(charge(customer, field("mandateId", mandate)).at("/field")).isEqualTo("mandateId");
    assertThat(charge(customer).status()).isEqualTo(422);
    assertThat(charge("cst_none").at("/field")).isEqualTo("customerId");

    String other = mandate(customer, Method.PAYPAL);
    mollie.payers().invalidate(other);
    assertThat(charge(customer).status()).isEqualTo(422);
  }

  @Test
  void a_charge_fails_with_a_reason() throws IOException {
    String customer = merchant.customer();
    String mandate = mandate(customer, Method.CREDITCARD);
    mollie.payers().declineCharges(mandate, Optional.of(FailureReason.AUTHENTICATION_REQUIRED));
    Reply declined = charge(customer);
    assertThat(declined.status()).isEqualTo(201);
    assertThat(declined.at("/status")).isEqualTo("failed");
    assertThat(declined.at("/details/failureReason")).isEqualTo("authentication_required");

    mollie.payers().declineCharges(mandate, Optional.empty());
    String expired = "\"amount\":{\"currency\":\"EUR\",\"value\":\"1004.00\"}";
    assertThat(charge(customer, expired).at("/details/failureReason")).isEqualTo("card_expired");

    mollie.payers().makeChargesWait(true);
    Reply waiting = charge(customer, field("description", "Order 3"));
    assertThat(waiting.at("/status")).isEqualTo("pending");
    mollie.payers().resolve(waiting.at("/id"), true);
    assertThat(merchant.payment(waiting.at("/id")).at("/status")).isEqualTo("paid");
  }

  @Test
  void a_mandate_can_be_created_for_an_account_but_not_for_a_card() throws IOException {
    String customer = merchant.customer();
    String mandates = "/v2/customers/" + customer + "/mandates";
    Reply made =
        merchant.post(
            mandates,
            """
            {"method":"directdebit","consumerName":"Jane Doe",\
            "consumerAccount":"NL55INGB0000000000","mandateReference":"MD-1"}\
            """);
    assertThat(made.status()).isEqualTo(201);
    assertThat(made.at("/status")).isEqualTo("valid");
    assertThat(made.at("/mandateReference")).isEqualTo("MD-1");
    assertThat(charge(customer).at("/details/consumerAccount")).isEqualTo("NL55INGB0000000000");

    assertThat(merchant.post(mandates, "{\"method\":\"creditcard\"}").at("/field"))
        .isEqualTo("method");
    assertThat(
            merchant
                .post(
                    mandates,
                    """
                    {"method":"directdebit","consumerName":"J","consumerAccount":"NL00INGB0"}\
                    """)
                .at("/field"))
        .isEqualTo("consumerAccount");
  }

  @Test
  void a_deleted_customer_is_gone() throws IOException {
    String customer = merchant.customer();
    String path = "/v2/customers/" + customer;
    assertThat(merchant.patch(path, "{\"name\":\"John\"}").at("/name")).isEqualTo("John");
    assertThat(merchant.get(path).at("/email")).isEqualTo("jane@example.com");
    String mandate = mandate(customer, Method.CREDITCARD);
    assertThat(merchant.get("/v2/customers").at("/count")).isEqualTo("1");

    assertThat(merchant.delete(path).status()).isEqualTo(204);
    assertThat(merchant.get(path).status()).isEqualTo(410);
    assertThat(merchant.get("/v2/customers").at("/count")).isEqualTo("0");
    assertThat(charge(customer, field("mandateId", mandate)).status()).isEqualTo(422);
  }
}
