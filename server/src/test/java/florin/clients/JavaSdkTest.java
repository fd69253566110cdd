package florin.clients;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import florin.app.App.Networks;
import florin.books.LedgerChecks;
import florin.books.SettlementFileText;
import florin.client.Florin;
import florin.client.FlorinException;
import florin.client.model.*;
import florin.payment.execution.CrashPoint;
import florin.testing.BankObjects;
import florin.testing.BankStatementText;
import florin.testing.EngagedBrake;
import florin.testing.EvidenceFiles;
import florin.testing.TestApp;
import florin.testing.provider.Provider;
import florin.testing.provider.ProviderKind;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** Calls every operation of the running service with the client for Java. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(value = 4, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class JavaSdkTest {
  private final Provider provider = new Provider();
  private TestApp app;
  private FaultyProxy proxy;
  private Florin florin;

  @BeforeAll
  void open() {
    app =
        TestApp.open(
            CrashPoint.NONE,
            new Networks(
                UnaryOperator.identity(), List.of(new ProviderKind(InstantSource.system()))));
    proxy = new FaultyProxy(app.app().port());
    florin = Florin.of(proxy.url(), app.secretKey());
  }

  @AfterAll
  void close() {
    proxy.close();
    app.close();
    provider.close();
  }

  @Test
  void it_calls_every_operation() {
    sell();
    bank();
    books();
    dispute();
    lists();
    settings();
    events();
    connectors();
    assertThat(ApiDocuments.missing(proxy.seen())).isEmpty();
  }

  private void sell() {
    Customer customer = florin.customers().create(new CustomerProfile().email("jo@example.com"));
    florin.customers().update(customer.id(), new CustomerProfile().name("Jo").email(null));
    assertThat(florin.customers().retrieve(customer.id()).email()).isNull();
    Payment held =
        florin.payments().create(payment(1000).captureMethod(CreatePayment.CaptureMethod.MANUAL));
    assertThat(held.status()).isEqualTo(PaymentStatus.REQUIRES_CAPTURE);
    florin.payments().capture(held.id(), new CapturePayment().amount(700L));
    florin.payments().update(held.id(), new UpdatePayment().metadata(Map.of("order", "1")));
    assertThat(florin.payments().list(new ListPayments().metadata(Map.of("order", "1"))).data())
        .extracting(Payment::id)
        .containsExactly(held.id());
    Payment expanded =
        florin
            .payments()
            .retrieve(
                held.id(), new RetrievePayment().expand(List.of(RetrievePayment.Expand.ATTEMPTS)));
    assertThat(expanded.attempts()).isNotEmpty();
    Payment canceled =
        florin.payments().create(payment(900).captureMethod(CreatePayment.CaptureMethod.MANUAL));
    florin.payments().cancel(canceled.id());

    Refund refund = florin.refunds().create(new CreateRefund(held.id()).amount(100L));
    florin.refunds().update(refund.id(), new UpdateRefund().metadata(Map.of("return", "1")));
    assertThat(florin.refunds().retrieve(refund.id()).amount()).isEqualTo(100);
    assertThat(florin.refunds().list()).isNotEmpty();

    PaymentMethod method =
        florin.paymentMethods().create(new NewPaymentMethod(SavedPaymentMethodType.CARD, card()));
    florin.paymentMethods().attach(method.id(), new AttachPaymentMethod(customer.id()));
    florin
        .paymentMethods()
        .update(method.id(), new UpdatePaymentMethod().metadata(Map.of("a", "b")));
    assertThat(florin.paymentMethods().retrieve(method.id()).customer()).isEqualTo(customer.id());
    assertThat(florin.paymentMethods().list(new ListPaymentMethods(customer.id()))).hasSize(1);
    assertThat(florin.customers().listPaymentMethods(customer.id())).hasSize(1);
    florin.paymentMethods().detach(method.id());

    Setup setup =
        florin
            .setups()
            .create(
                new CreateSetup(customer.id(), new CardPaymentMethodData(card()))
                    .mandate(new NewMandate("I agree.")));
    assertThat(florin.awaitOutcome(setup, Duration.ofSeconds(20)).status())
        .isEqualTo(SetupStatus.SUCCEEDED);
    assertThat(florin.setups().list()).hasSize(1);
    assertThat(florin.setups().retrieve(setup.id()).usage()).isEqualTo(setup.usage());
    Setup waiting =
        florin
            .setups()
            .create(
                new CreateSetup(
                    customer.id(),
                    new CardPaymentMethodData(
                        new NewCard("4000000000003220", 12, 2040).cvc("123"))));
    florin.setups().cancel(waiting.id());
    String saved = setup.paymentMethod().id();
    Mandate mandate = florin.mandates().list(new ListMandates(saved)).data().getFirst();
    assertThat(florin.mandates().retrieve(mandate.id()).text()).isEqualTo("I agree.");
    florin.mandates().revoke(mandate.id());

    CheckoutSession session =
        florin
            .checkoutSessions()
            .create(
                new CreateCheckoutSession()
                    .successUrl("https://shop.example/ok")
                    .cancelUrl("https://shop.example/no")
                    .currency("usd")
                    .lineItems(List.of(new LineItem("Tea", 2, 450))));
    assertThat(session.lineItems()).containsExactly(new LineItem("Tea", 2, 450));
    florin.checkoutSessions().retrieve(session.id());
    assertThat(florin.checkoutSessions().list()).isNotEmpty();
    florin.checkoutSessions().expire(session.id());
    PaymentLink link = florin.paymentLinks().create(new CreatePaymentLink("usd").amount(500L));
    florin.paymentLinks().update(link.id(), new UpdatePaymentLink().active(false));
    assertThat(florin.paymentLinks().retrieve(link.id()).active()).isFalse();
    assertThat(florin.paymentLinks().list()).isNotEmpty();
    florin.customers().list();
    florin.customers().delete(florin.customers().create().id());
  }

  private void bank() {
    ReceivingAccount account =
        florin
            .receivingAccounts()
            .create(new CreateReceivingAccount("GB33BUKB20201555555555", "Shop", "gbp"));
    florin
        .receivingAccounts()
        .update(account.id(), new UpdateReceivingAccount().holder("Shop Ltd"));
    florin.receivingAccounts().disable(account.id());
    florin.receivingAccounts().enable(account.id());
    florin.receivingAccounts().retrieve(account.id());
    florin.receivingAccounts().list();
    Map<String, String> made = BankObjects.of(app.client());
    florin.bankStatements().list();
    florin.bankStatements().retrieve(made.get("/v2/bank_statements/{id}"));
    florin.bankEntries().list();
    florin.bankEntries().retrieve(made.get("/v2/bank_entries/{id}"));
    String credit = requireNonNull(made.get("/v2/customer_credits/{id}"));
    String unmatched = requireNonNull(made.get("/v2/unmatched_transfers/{id}"));
    florin.customerCredits().list();
    florin.customerCredits().retrieve(credit);
    florin.unmatchedTransfers().list();
    florin.unmatchedTransfers().retrieve(unmatched);
    florin.customerCredits().assign(credit, new AssignUnappliedFunds(transfer().id()));
    florin
        .unmatchedTransfers()
        .assign(unmatched, new AssignUnmatchedTransfer().payment(transfer().id()));
    Map<String, String> others = BankObjects.of(app.client());
    florin.customerCredits().returnCustomerCredit(others.get("/v2/customer_credits/{id}"));
    florin.unmatchedTransfers().returnUnmatchedTransfer(others.get("/v2/unmatched_transfers/{id}"));
    String twice = BankObjects.of(app.client()).get("/v2/unmatched_transfers/{id}");
    app.update(
        "UPDATE unapplied_funds SET reason = 'possible_duplicate' WHERE reason = 'no_reference'");
    florin.unmatchedTransfers().dismiss(twice);
    assertThat(florin.bankEntries().unassign(BankObjects.entryOfPayout(app.client())).status())
        .hasToString("UNMATCHED");
    String paying = BankObjects.accountToOrder(app.client());
    PaymentFile file = florin.paymentFiles().create(new CreatePaymentFile(paying));
    assertThat(new String(florin.paymentFiles().download(file.id()), StandardCharsets.UTF_8))
        .contains("pain.001");
    florin.paymentFiles().retrieve(file.id());
    florin.paymentFiles().list();
    florin.test().simulatePaymentFile(new SimulatePaymentFile(file.id()));
    Payment euro = transfer();
    assertThat(euro.nextAction()).isInstanceOf(BankTransferInstructions.class);
    BankFile came =
        florin.test().simulateBankTransfer(new SimulateBankTransfer().payment(euro.id()));
    assertThat(came.bankStatements()).isNotEmpty();
    await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> florin.payments().retrieve(euro.id()).status() == PaymentStatus.SUCCEEDED);
    Refund pending =
        florin
            .refunds()
            .create(
                new CreateRefund(euro.id())
                    .bankAccount(new PayerBankAccount("DE02120300000000202051", "Jo")));
    florin.refunds().cancel(pending.id());
    BankObjects.accountToOrder(app.client());
    florin.paymentFiles().reject(florin.paymentFiles().create(new CreatePaymentFile(paying)).id());
    var wrong =
        catchThrowableOfType(FlorinException.InvalidRequest.class, () -> importStatement("x"));
    assertThat(wrong.code()).isEqualTo(ErrorCode.BANK_STATEMENT_INVALID);
    String iban = "DE02120300000000202051";
    florin.receivingAccounts().create(new CreateReceivingAccount(iban, "Shop GmbH", "eur"));
    var line = BankStatementText.Line.written(2500, "A1", "for the shoes");
    BankFile taken =
        importStatement(new BankStatementText("2026-001", iban, 1000, List.of(line)).xml());
    assertThat(taken.bankStatements().getFirst().closingBalance()).isEqualTo(3500);
  }

  private BankFile importStatement(String text) {
    return florin
        .bankStatements()
        .importBankStatements(
            text.getBytes(StandardCharsets.UTF_8), "application/xml", new ImportBankStatements());
  }

  private void books() {
    String transaction = LedgerChecks.awaitTransaction(app.client());
    assertThat(florin.balance().retrieve().balances()).isNotNull();
    florin.balance().refresh(new RefreshBalance());
    florin.balanceTransactions().list();
    florin.balanceTransactions().retrieve(transaction);
    florin.test().simulateSettlement(new SimulateSettlement());
    String payout = LedgerChecks.payOut(app.client());
    florin.payouts().list();
    florin.payouts().retrieve(payout);
    florin.payouts().listLines(payout);
    florin.payouts().confirm(payout);
    Settlement settlement =
        florin
            .settlements()
            .importSettlement(
                SettlementFileText.of(SettlementFileText.row("F1", "fee", "", -100, 0, ""))
                    .getBytes(StandardCharsets.UTF_8),
                "text/csv",
                new ImportSettlement("simulator", SettlementFormat.CSV));
    florin.settlements().list();
    florin.settlements().retrieve(settlement.id());
    assertThat(florin.settlements().listLines(settlement.id())).hasSize(1);
    FeeContract contract =
        florin.feeContracts().create(new CreateFeeContract("simulator").percent("1.4"));
    florin.feeContracts().list();
    florin.feeContracts().retrieve(contract.id());
    florin
        .feeContracts()
        .end(contract.id(), new EndFeeContract().validUntil(LocalDate.of(2100, 1, 1)));
    florin.balanceReport().closeMonth(new CloseMonthRequest("2026-01"));
    assertThat(florin.balanceReport().retrieve(new RetrieveBalanceReport("2026-01")).closedAt())
        .isNotNull();
    florin.feeReport().retrieve(new RetrieveFeeReport("2026-01"));
    florin.feeTaxReport().retrieve(new RetrieveFeeTaxReport("2026-01"));
    florin.payoutReport().retrieve(new RetrievePayoutReport("2026-01"));
    byte[] csv = florin.feeReport().download(new RetrieveFeeReport("2026-01"), "text/csv");
    assertThat(new String(csv, StandardCharsets.UTF_8)).contains(",");
  }

  private void dispute() {
    Dispute dispute = disputed();
    florin.disputes().retrieve(dispute.id());
    florin.disputes().updateEvidence(dispute.id(), new UpdateEvidence().customerName("Ada"));
    DisputeFile file =
        florin
            .disputes()
            .addEvidenceFile(
                dispute.id(),
                EvidenceFiles.PNG,
                "image/png",
                new AddEvidenceFile(EvidenceFileKind.RECEIPT));
    florin.disputeFiles().retrieve(file.id());
    assertThat(florin.disputeFiles().download(file.id())).isEqualTo(EvidenceFiles.PNG);
    florin.disputeFiles().delete(file.id());
    assertThat(florin.disputes().retrieveEvidence(dispute.id()).fields().customerName())
        .isEqualTo("Ada");
    assertThat(florin.disputes().previewEvidence(dispute.id()).sendable()).isTrue();
    assertThat(florin.disputes().downloadEvidence(dispute.id())).startsWith('%', 'P', 'D', 'F');
    florin.disputes().submitEvidence(dispute.id());
    florin.test().loseDispute(dispute.id());
    florin.test().winDispute(dispute.id());
    florin.disputes().accept(disputed().id());
    String brake = EngagedBrake.in(app);
    florin.brakes().list();
    florin.brakes().retrieve(brake);
    florin.brakes().retrieveSummary();
    florin.brakes().release(brake);
  }

  private void lists() {
    ListEntry blocked =
        florin
            .lists()
            .addToBlockList(
                new AddListEntry(ListEntryKind.EMAIL, "mallory@example.com").reason("Fraud"));
    florin.lists().retrieveBlockListEntry(blocked.id());
    assertThat(florin.lists().listBlockListEntries().data())
        .extracting(ListEntry::id)
        .containsExactly(blocked.id());
    florin.lists().removeFromBlockList(blocked.id());
    ListEntry allowed =
        florin.lists().addToAllowList(new AddListEntry(ListEntryKind.EMAIL, "jo@example.com"));
    florin.lists().retrieveAllowListEntry(allowed.id());
    florin.lists().listAllowListEntries();
    florin.lists().removeFromAllowList(allowed.id());
  }

  private void settings() {
    KeyWithSecret key = florin.keys().create(new CreateKey("Books", List.of("*:read")));
    assertThat(key.toString()).doesNotContain(key.secret());
    florin.keys().retrieve(key.id());
    Key shown =
        florin.keys().list().data().stream()
            .filter(it -> it.kind().equals(Key.Kind.PUBLISHABLE))
            .findFirst()
            .orElseThrow();
    florin
        .keys()
        .update(shown.id(), new UpdateKey().allowedOrigins(List.of("https://shop.example")));
    florin.keys().roll(key.id());
    florin.keys().revoke(key.id());
    SandboxWithKeys sandbox = florin.sandboxes().create(new CreateSandbox("Renewals").seed(7L));
    assertThat(sandbox.toString()).doesNotContain(sandbox.secretKey());
    florin.sandboxes().retrieve(sandbox.id());
    assertThat(florin.sandboxes().list().data()).hasSize(1);
    assertThat(
            florin
                .sandboxes()
                .advance(sandbox.id(), new AdvanceSandbox(sandbox.now().plusSeconds(60)))
                .done())
        .isTrue();
    florin.sandboxes().reset(sandbox.id());
    florin.sandboxes().delete(sandbox.id());
    WebhookEndpointWithSecret endpoint =
        florin.webhookEndpoints().create(new CreateWebhookEndpoint("https://shop.example/hooks"));
    florin
        .webhookEndpoints()
        .update(endpoint.id(), new UpdateWebhookEndpoint().description("Orders"));
    florin.webhookEndpoints().retrieve(endpoint.id());
    florin.webhookEndpoints().list();
    florin.webhookEndpoints().test(endpoint.id());
    florin.webhookEndpoints().listDeliveries(endpoint.id());
    florin.webhookEndpoints().replay(endpoint.id(), new ReplayWebhookEndpoint(Instant.now()));
    florin.webhookEndpoints().rotateWebhookSecret(endpoint.id());
    assertThat(
            florin
                .webhookEndpoints()
                .verifyWebhook(new VerifyWebhook("t=1,v1=00", "{}", endpoint.secret()))
                .valid())
        .isFalse();
    florin.webhookEndpoints().delete(endpoint.id());
    florin.openapi().retrieveOpenApiDocument();
    assertThat(florin.openapi().retrieveOpenApiDocumentAsJson()).isNotEmpty();
  }

  private void events() {
    var ids = new HashSet<String>();
    for (Event event : florin.events().list(new ListEvents().limit(7))) {
      assertThat(ids.add(event.id())).isTrue();
    }
    assertThat(ids).hasSizeGreaterThan(14);
    Event event =
        florin.events().list(new ListEvents().type(EventType.PAYMENT_SUCCEEDED)).data().getFirst();
    assertThat(event.data().object()).isInstanceOf(Payment.class);
    florin.events().retrieve(event.id());
    florin.events().listDeliveries(event.id());
    florin.events().resend(event.id());
    try (var direct =
        Florin.of("http://127.0.0.1:" + app.app().port(), app.secretKey()).events().stream(null)) {
      Payment paid = florin.payments().create(payment(500));
      Event first = direct.next();
      while (!(first.data().object() instanceof Payment it && it.id().equals(paid.id()))) {
        first = direct.next();
      }
      assertThat(direct.lastEventId()).contains(first.id());
    }
    proxy
        .seen()
        .add(
            new FaultyProxy.Seen(
                "GET", "/v2/events/stream", 200, null)); // it ends with no response of a proxy
  }

  private void connectors() {
    Connector made =
        florin
            .connectors()
            .create(
                new CreateConnector("test_provider")
                    .settings(Map.of("address", provider.address().toString())));
    florin
        .connectors()
        .update(made.id(), new UpdateConnector().credentials(Map.of("key", Provider.API_KEY)));
    florin.connectors().check(made.id());
    florin.connectors().enable(made.id());
    florin.connectors().disable(made.id());
    florin.connectors().retrieve(made.id());
    florin.connectors().list();
    florin.connectorKinds().list();
  }

  private Dispute disputed() {
    florin
        .payments()
        .create(
            new CreatePayment(
                1000, "usd", new CardPaymentMethodData(new NewCard("4000000000000259", 12, 2040))));
    return florin.disputes().list().data().getFirst();
  }

  private Payment transfer() {
    return florin
        .payments()
        .create(new CreatePayment(90000, "eur", new BankTransferPaymentMethodData()));
  }

  private static CreatePayment payment(long amount) {
    return new CreatePayment(amount, "usd", new CardPaymentMethodData(card()));
  }

  private static NewCard card() {
    return new NewCard("4242424242424242", 12, 2040).cvc("123");
  }
}
