package emulator.mollie;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import be.woutschoovaerts.mollie.Client;
import be.woutschoovaerts.mollie.data.capture.CaptureResponse;
import be.woutschoovaerts.mollie.data.common.Amount;
import be.woutschoovaerts.mollie.data.customer.CustomerRequest;
import be.woutschoovaerts.mollie.data.customer.CustomerResponse;
import be.woutschoovaerts.mollie.data.mandate.MandateResponse;
import be.woutschoovaerts.mollie.data.mandate.MandateStatus;
import be.woutschoovaerts.mollie.data.payment.PaymentMethod;
import be.woutschoovaerts.mollie.data.payment.PaymentRequest;
import be.woutschoovaerts.mollie.data.payment.PaymentResponse;
import be.woutschoovaerts.mollie.data.payment.PaymentStatus;
import be.woutschoovaerts.mollie.data.payment.SequenceType;
import be.woutschoovaerts.mollie.data.refund.RefundRequest;
import be.woutschoovaerts.mollie.data.refund.RefundResponse;
import be.woutschoovaerts.mollie.exception.MollieException;
import be.woutschoovaerts.mollie.handler.CaptureHandler;
import be.woutschoovaerts.mollie.handler.CustomerHandler;
import be.woutschoovaerts.mollie.handler.MandateHandler;
import be.woutschoovaerts.mollie.handler.PaymentHandler;
import be.woutschoovaerts.mollie.handler.RefundHandler;
import emulator.provider.Options;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Runs a client for Mollie's API from another project against the emulator. The client can't create
 * captures.
 */
class JavaClientTest {
  private MollieEmulator mollie;
  private PaymentHandler payments;
  private RefundHandler refunds;
  private CaptureHandler captures;
  private CustomerHandler customers;
  private MandateHandler mandates;

  @BeforeEach
  void start() throws IOException {
    mollie = MollieEmulator.start(Options.ofTests());
    // Its Client has Mollie's own address; its parts take another one.
    var config = new Client(MollieEmulator.TEST_KEY).getConfig();
    String api = mollie.url() + "/v2";
    payments = new PaymentHandler(api, config);
    refunds = new RefundHandler(api, config);
    captures = new CaptureHandler(api, config);
    customers = new CustomerHandler(api, config);
    mandates = new MandateHandler(api, config);
  }

  @AfterEach
  void close() throws IOException {
    assertThat(mollie.book().faults()).isEmpty();
    mollie.close();
  }

  @Test
  void a_payment_is_created_read_paid_listed_and_refunded() throws MollieException {
    PaymentResponse made = payments.createPayment(order().build());
    assertThat(made.getStatus()).isEqualTo(PaymentStatus.OPEN);
    assertThat(made.getLinks().getCheckout().getHref()).contains(made.getId());

    mollie.payers().pay(made.getId(), Method.IDEAL);
    PaymentResponse paid = payments.getPayment(made.getId());
    assertThat(paid.getStatus()).isEqualTo(PaymentStatus.PAID);
    assertThat(paid.getAmount()).isEqualTo(eur("25.00"));
    assertThat(payments.listPayments().getEmbedded().getPayments())
        .extracting(PaymentResponse::getId)
        .containsExactly(made.getId());

    RefundResponse refund =
        refunds.createRefund(made.getId(), RefundRequest.builder().amount(eur("10.00")).build());
    assertThat(refund.getStatus()).isEqualTo("pending");
    assertThat(refunds.getRefund(made.getId(), refund.getId()).getAmount()).isEqualTo(eur("10.00"));
    assertThat(payments.getPayment(made.getId()).getAmountRefunded()).contains(eur("10.00"));
  }

  @Test
  void an_open_payment_is_canceled_and_an_unknown_one_is_an_error() throws MollieException {
    PaymentResponse made =
        payments.createPayment(
            order().method(Optional.of(List.of(PaymentMethod.BANK_TRANSFER))).build());

    assertThat(payments.cancelPayment(made.getId()).getStatus()).isEqualTo(PaymentStatus.CANCELED);

    assertThatThrownBy(() -> payments.getPayment("tr_unknown"))
        .isInstanceOfSatisfying(
            MollieException.class,
            error -> assertThat(error.getDetails()).containsEntry("status", 404));
  }

  @Test
  void a_capture_is_read_and_listed() throws IOException, MollieException {
    String payment =
        new Merchant(mollie).open("\"method\":\"creditcard\"", "\"captureMode\":\"manual\"");
    mollie.payers().pay(payment);
    assertThat(payments.getPayment(payment).getStatus()).isEqualTo(PaymentStatus.AUTHORIZED);

    String capture = mollie.staff().capture(payment, Optional.of("20.00"));

    assertThat(captures.getCapture(payment, capture).getAmount()).isEqualTo(eur("20.00"));
    assertThat(captures.listCaptures(payment).getEmbedded().getCaptures())
        .extracting(CaptureResponse::getId)
        .containsExactly(capture);
  }

  @Test
  void a_mandate_is_listed_charged_and_revoked() throws MollieException {
    CustomerResponse customer =
        customers.createCustomer(CustomerRequest.builder().name(Optional.of("A payer")).build());
    assertThat(customers.listCustomers().getEmbedded().getCustomers())
        .extracting(CustomerResponse::getId)
        .containsExactly(customer.getId());
    PaymentResponse first =
        customers.createCustomerPayment(
            customer.getId(), order().sequenceType(Optional.of(SequenceType.FIRST)).build());
    mollie.payers().pay(first.getId(), Card.VISA);

    MandateResponse mandate =
        mandates.listMandates(customer.getId()).getEmbedded().getMandates().getFirst();
    assertThat(mandate.getStatus()).isEqualTo(MandateStatus.VALID);
    assertThat(mandate.getDetails().getCardNumber()).contains("9996");
    PaymentRequest charge =
        order()
            .description("Order 2")
            .sequenceType(Optional.of(SequenceType.RECURRING))
            .mandateId(Optional.of(mandate.getId()))
            .build();
    PaymentResponse charged = customers.createCustomerPayment(customer.getId(), charge);
    assertThat(charged.getStatus()).isEqualTo(PaymentStatus.PAID);
    assertThat(charged.getMandateId()).contains(mandate.getId());

    mandates.revokeMandate(customer.getId(), mandate.getId());
    assertThatThrownBy(() -> customers.createCustomerPayment(customer.getId(), charge))
        .isInstanceOf(MollieException.class);
  }

  private static PaymentRequest.PaymentRequestBuilder order() {
    return PaymentRequest.builder()
        .amount(eur("25.00"))
        .description("Order 1")
        .redirectUrl(Optional.of("https://shop.example/done"));
  }

  private static Amount eur(String value) {
    return new Amount("EUR", new BigDecimal(value));
  }
}
