package florin.api;

import static florin.api.Route.LiveByKey.IF_ALLOWED_FOR_BANK_ACCOUNT;
import static florin.api.Route.LiveByKey.IF_ALLOWED_FOR_SETTINGS;
import static florin.api.Route.LiveByKey.NEVER;
import static florin.core.Scope.BALANCE_READ;
import static florin.core.Scope.BALANCE_REFRESH;
import static florin.core.Scope.BANK_STATEMENTS_READ;
import static florin.core.Scope.BANK_STATEMENTS_WRITE;
import static florin.core.Scope.BRAKES_READ;
import static florin.core.Scope.BRAKES_WRITE;
import static florin.core.Scope.CHECKOUT_SESSIONS_READ;
import static florin.core.Scope.CHECKOUT_SESSIONS_WRITE;
import static florin.core.Scope.CONNECTORS_READ;
import static florin.core.Scope.CONNECTORS_WRITE;
import static florin.core.Scope.CUSTOMERS_READ;
import static florin.core.Scope.CUSTOMERS_WRITE;
import static florin.core.Scope.DISPUTES_ACCEPT;
import static florin.core.Scope.DISPUTES_READ;
import static florin.core.Scope.DISPUTES_WRITE;
import static florin.core.Scope.EVENTS_READ;
import static florin.core.Scope.EVENTS_RESEND;
import static florin.core.Scope.FEE_CONTRACTS_READ;
import static florin.core.Scope.FEE_CONTRACTS_WRITE;
import static florin.core.Scope.KEYS_WRITE;
import static florin.core.Scope.LISTS_READ;
import static florin.core.Scope.LISTS_WRITE;
import static florin.core.Scope.MANDATES_READ;
import static florin.core.Scope.MANDATES_WRITE;
import static florin.core.Scope.PAYMENTS_CANCEL;
import static florin.core.Scope.PAYMENTS_CAPTURE;
import static florin.core.Scope.PAYMENTS_CLIENT;
import static florin.core.Scope.PAYMENTS_CREATE;
import static florin.core.Scope.PAYMENTS_READ;
import static florin.core.Scope.PAYMENTS_UPDATE;
import static florin.core.Scope.PAYMENT_FILES_DOWNLOAD;
import static florin.core.Scope.PAYMENT_FILES_READ;
import static florin.core.Scope.PAYMENT_FILES_WRITE;
import static florin.core.Scope.PAYMENT_LINKS_READ;
import static florin.core.Scope.PAYMENT_LINKS_WRITE;
import static florin.core.Scope.PAYMENT_METHODS_CREATE;
import static florin.core.Scope.PAYMENT_METHODS_READ;
import static florin.core.Scope.PAYMENT_METHODS_WRITE;
import static florin.core.Scope.PAYOUTS_CONFIRM;
import static florin.core.Scope.PAYOUTS_READ;
import static florin.core.Scope.RECEIVING_ACCOUNTS_READ;
import static florin.core.Scope.RECEIVING_ACCOUNTS_WRITE;
import static florin.core.Scope.REFUNDS_CANCEL;
import static florin.core.Scope.REFUNDS_CREATE;
import static florin.core.Scope.REFUNDS_READ;
import static florin.core.Scope.REFUNDS_UPDATE;
import static florin.core.Scope.REPORTS_CLOSE;
import static florin.core.Scope.REPORTS_READ;
import static florin.core.Scope.SANDBOXES_READ;
import static florin.core.Scope.SANDBOXES_WRITE;
import static florin.core.Scope.SETTLEMENTS_READ;
import static florin.core.Scope.SETTLEMENTS_WRITE;
import static florin.core.Scope.SETUPS_READ;
import static florin.core.Scope.SETUPS_WRITE;
import static florin.core.Scope.TEST_WRITE;
import static florin.core.Scope.UNAPPLIED_FUNDS_ASSIGN;
import static florin.core.Scope.UNAPPLIED_FUNDS_READ;
import static florin.core.Scope.UNAPPLIED_FUNDS_RETURN;
import static florin.core.Scope.WEBHOOKS_READ;
import static florin.core.Scope.WEBHOOKS_WRITE;

import florin.api.Route.Decoder;
import florin.api.Route.Handler;
import florin.bank.account.ReceivingAccountApi;
import florin.bank.imports.BankStatementApi;
import florin.bank.matching.BankEntryApi;
import florin.bank.matching.UnappliedFundsApi;
import florin.bank.ordering.PaymentFileApi;
import florin.bank.simulation.SimulatedOrderApi;
import florin.bank.simulation.SimulatedTransferApi;
import florin.books.BalanceApi;
import florin.books.FeeReportApi;
import florin.books.MonthReportApi;
import florin.books.PayoutApi;
import florin.books.PayoutReportApi;
import florin.books.SettlementApi;
import florin.books.fee.FeeContractApi;
import florin.brake.BrakeApi;
import florin.branding.LogoApi;
import florin.cardfields.CardFieldsApi;
import florin.cardfields.FlorinScriptApi;
import florin.checkout.AwayPageApi;
import florin.checkout.CheckoutPageApi;
import florin.checkout.CheckoutSessionApi;
import florin.checkout.PaymentLinkApi;
import florin.checkout.PaymentLinkPageApi;
import florin.checkout.TransferPageApi;
import florin.connector.instance.InstanceApi;
import florin.connector.instance.ProviderWebhookApi;
import florin.core.Scope;
import florin.customer.CustomerApi;
import florin.dashboard.disputes.EvidencePdfApi;
import florin.dispute.DisputeApi;
import florin.docs.DocsApi;
import florin.event.EventApi;
import florin.event.EventStreamApi;
import florin.http.Endpoint;
import florin.http.Endpoint.Action;
import florin.http.Endpoint.RequestClass;
import florin.http.Gzip;
import florin.http.TrafficClass;
import florin.keys.KeyApi;
import florin.lists.ListApi;
import florin.lists.ListName;
import florin.mandate.MandateApi;
import florin.payment.PaymentApi;
import florin.payment.SetupApi;
import florin.payment.challenge.ChallengeApi;
import florin.payment.dispute.DisputeResponseApi;
import florin.payment.dispute.TestDisputeApi;
import florin.payment.evidence.EvidenceApi;
import florin.payment.evidence.EvidenceDrafts;
import florin.payment.refund.RefundApi;
import florin.paymentmethod.PaymentMethodApi;
import florin.receipt.ReceiptApi;
import florin.sandbox.SandboxApi;
import florin.webhook.DeliveryApi;
import florin.webhook.VerificationApi;
import florin.webhook.WebhookEndpointApi;
import java.util.List;
import java.util.stream.Stream;

/**
 * The table of all routes: first those that need a key, then those that need none. The module of
 * each feature takes its lines from here.
 */
public record Routes(List<Route<?>> table, List<Endpoint> pages) {
  private static final AwayPageApi AWAY = new AwayPageApi();

  public Routes {
    table = List.copyOf(table);
    pages = List.copyOf(pages);
  }

  public static List<Route<?>> payments(PaymentApi payments, RefundApi refunds) {
    return List.of(
        post(PAYMENTS_CREATE, "/v2/payments", PaymentApi::readCreate, payments::create),
        get(PAYMENTS_READ, "/v2/payments", PaymentApi::readList, payments::list),
        get(PAYMENTS_READ, "/v2/payments/{id}", PaymentApi::readRetrieve, payments::retrieve)
            .orWith(PAYMENTS_CLIENT),
        post(PAYMENTS_UPDATE, "/v2/payments/{id}", PaymentApi::readUpdate, payments::update),
        patch(PAYMENTS_UPDATE, "/v2/payments/{id}", PaymentApi::readUpdate, payments::update),
        post(
                PAYMENTS_CAPTURE,
                "/v2/payments/{id}/capture",
                PaymentApi::readCapture,
                payments::capture)
            .asFollowUp(),
        post(PAYMENTS_CANCEL, "/v2/payments/{id}/cancel", PaymentApi::readCancel, payments::cancel)
            .asFollowUp(),
        post(REFUNDS_CREATE, "/v2/refunds", RefundApi::readCreate, refunds::create).asFollowUp(),
        get(REFUNDS_READ, "/v2/refunds", RefundApi::readList, refunds::list),
        get(REFUNDS_READ, "/v2/refunds/{id}", RefundApi::readId, refunds::retrieve),
        post(REFUNDS_UPDATE, "/v2/refunds/{id}", RefundApi::readUpdate, refunds::update),
        patch(REFUNDS_UPDATE, "/v2/refunds/{id}", RefundApi::readUpdate, refunds::update),
        post(REFUNDS_CANCEL, "/v2/refunds/{id}/cancel", RefundApi::readCancel, refunds::cancel)
            .asFollowUp());
  }

  public static List<Route<?>> setups(SetupApi setups) {
    return List.of(
        post(SETUPS_WRITE, "/v2/setups", SetupApi::readCreate, setups::create),
        get(SETUPS_READ, "/v2/setups", SetupApi::readList, setups::list),
        get(SETUPS_READ, "/v2/setups/{id}", SetupApi::readId, setups::retrieve),
        post(SETUPS_WRITE, "/v2/setups/{id}/cancel", SetupApi::readCancel, setups::cancel));
  }

  public static List<Route<?>> customers(CustomerApi customers, PaymentMethodApi methods) {
    return List.of(
        post(CUSTOMERS_WRITE, "/v2/customers", CustomerApi::readCreate, customers::create),
        get(CUSTOMERS_READ, "/v2/customers", CustomerApi::readList, customers::list),
        get(CUSTOMERS_READ, "/v2/customers/{id}", CustomerApi::readId, customers::retrieve),
        post(CUSTOMERS_WRITE, "/v2/customers/{id}", CustomerApi::readUpdate, customers::update),
        patch(CUSTOMERS_WRITE, "/v2/customers/{id}", CustomerApi::readUpdate, customers::update),
        delete(CUSTOMERS_WRITE, "/v2/customers/{id}", CustomerApi::readId, customers::delete),
        post(
            PAYMENT_METHODS_CREATE,
            "/v2/payment_methods",
            PaymentMethodApi::readCreate,
            methods::create),
        get(PAYMENT_METHODS_READ, "/v2/payment_methods", PaymentMethodApi::readList, methods::list),
        get(
            PAYMENT_METHODS_READ,
            "/v2/payment_methods/{id}",
            PaymentMethodApi::readId,
            methods::retrieve),
        post(
            PAYMENT_METHODS_WRITE,
            "/v2/payment_methods/{id}",
            PaymentMethodApi::readUpdate,
            methods::update),
        patch(
            PAYMENT_METHODS_WRITE,
            "/v2/payment_methods/{id}",
            PaymentMethodApi::readUpdate,
            methods::update),
        post(
            PAYMENT_METHODS_WRITE,
            "/v2/payment_methods/{id}/attach",
            PaymentMethodApi::readAttach,
            methods::attach),
        post(
            PAYMENT_METHODS_WRITE,
            "/v2/payment_methods/{id}/detach",
            PaymentMethodApi::readId,
            methods::detach),
        get(
            PAYMENT_METHODS_READ,
            "/v2/customers/{id}/payment_methods",
            PaymentMethodApi::readListOfCustomer,
            methods::listOfCustomer));
  }

  public static List<Route<?>> checkout(CheckoutSessionApi sessions, PaymentLinkApi links) {
    return List.of(
        post(
            CHECKOUT_SESSIONS_WRITE,
            "/v2/checkout_sessions",
            CheckoutSessionApi::readCreate,
            sessions::create),
        get(
            CHECKOUT_SESSIONS_READ,
            "/v2/checkout_sessions",
            CheckoutSessionApi::readList,
            sessions::list),
        get(
            CHECKOUT_SESSIONS_READ,
            "/v2/checkout_sessions/{id}",
            CheckoutSessionApi::readId,
            sessions::retrieve),
        post(
            CHECKOUT_SESSIONS_WRITE,
            "/v2/checkout_sessions/{id}/expire",
            CheckoutSessionApi::readId,
            sessions::expire),
        post(PAYMENT_LINKS_WRITE, "/v2/payment_links", PaymentLinkApi::readCreate, links::create),
        get(PAYMENT_LINKS_READ, "/v2/payment_links", PaymentLinkApi::readList, links::list),
        get(PAYMENT_LINKS_READ, "/v2/payment_links/{id}", PaymentLinkApi::readId, links::retrieve),
        post(
            PAYMENT_LINKS_WRITE,
            "/v2/payment_links/{id}",
            PaymentLinkApi::readUpdate,
            links::update),
        patch(
            PAYMENT_LINKS_WRITE,
            "/v2/payment_links/{id}",
            PaymentLinkApi::readUpdate,
            links::update));
  }

  public static List<Route<?>> events(
      EventApi events, EventStreamApi stream, DeliveryApi deliveries) {
    return List.of(
        get(EVENTS_READ, "/v2/events", EventApi::readList, events::list),
        get(EVENTS_READ, "/v2/events/stream", EventStreamApi::readFollow, stream::follow),
        get(EVENTS_READ, "/v2/events/{id}", EventApi::readId, events::retrieve),
        get(
            EVENTS_READ,
            "/v2/events/{id}/deliveries",
            DeliveryApi::readListOfEvent,
            deliveries::listOfEvent),
        post(EVENTS_RESEND, "/v2/events/{id}/resend", DeliveryApi::readResend, deliveries::resend));
  }

  public static List<Route<?>> books(BalanceApi balance, PayoutApi payouts) {
    return List.of(
        get(BALANCE_READ, "/v2/balance", BalanceApi::readRetrieve, balance::retrieve),
        post(BALANCE_REFRESH, "/v2/balance/refresh", BalanceApi::readRefresh, balance::refresh),
        get(BALANCE_READ, "/v2/balance_transactions", BalanceApi::readList, balance::list),
        get(
            BALANCE_READ,
            "/v2/balance_transactions/{id}",
            BalanceApi::readId,
            balance::retrieveTransaction),
        get(PAYOUTS_READ, "/v2/payouts", PayoutApi::readList, payouts::list),
        get(PAYOUTS_READ, "/v2/payouts/{id}", PayoutApi::readId, payouts::retrieve),
        get(PAYOUTS_READ, "/v2/payouts/{id}/lines", PayoutApi::readLines, payouts::listLines),
        post(PAYOUTS_CONFIRM, "/v2/payouts/{id}/confirm", PayoutApi::readId, payouts::confirm),
        post(TEST_WRITE, "/v2/test/settlements", PayoutApi::readSettle, payouts::settle));
  }

  /** Returns the endpoints of reports by month. */
  public static List<Route<?>> reports(
      MonthReportApi months, FeeReportApi fees, PayoutReportApi payouts) {
    return List.of(
        get(REPORTS_READ, "/v2/balance_report", MonthReportApi::read, months::retrieve),
        post(REPORTS_CLOSE, "/v2/balance_report/close", MonthReportApi::readClose, months::close),
        get(REPORTS_READ, "/v2/fee_report", MonthReportApi::read, fees::report),
        get(REPORTS_READ, "/v2/fee_tax_report", MonthReportApi::read, fees::taxes),
        get(REPORTS_READ, "/v2/payout_report", MonthReportApi::read, payouts::report));
  }

  /** Returns the endpoints of fee contracts. */
  public static List<Route<?>> fees(FeeContractApi contracts) {
    return List.of(
        post(
            FEE_CONTRACTS_WRITE,
            "/v2/fee_contracts",
            FeeContractApi::readCreate,
            contracts::create),
        get(FEE_CONTRACTS_READ, "/v2/fee_contracts", FeeContractApi::readList, contracts::list),
        get(
            FEE_CONTRACTS_READ,
            "/v2/fee_contracts/{id}",
            FeeContractApi::readId,
            contracts::retrieve),
        post(
            FEE_CONTRACTS_WRITE,
            "/v2/fee_contracts/{id}/end",
            FeeContractApi::readEnd,
            contracts::end));
  }

  /** Returns the endpoints of settlement files. */
  public static List<Route<?>> settlements(SettlementApi settlements) {
    return List.of(
        post(SETTLEMENTS_WRITE, "/v2/settlements", SettlementApi::readFile, settlements::create)
            .withFile(SettlementApi.MAX_BYTES),
        get(SETTLEMENTS_READ, "/v2/settlements", SettlementApi::readList, settlements::list),
        get(SETTLEMENTS_READ, "/v2/settlements/{id}", SettlementApi::readId, settlements::retrieve),
        get(
            SETTLEMENTS_READ,
            "/v2/settlements/{id}/lines",
            SettlementApi::readLines,
            settlements::listLines));
  }

  /** Returns the endpoints of disputes. */
  public static List<Route<?>> disputes(
      DisputeApi disputes,
      EvidenceApi evidence,
      EvidencePdfApi evidencePdf,
      DisputeResponseApi responses,
      TestDisputeApi tests) {
    return List.of(
        get(DISPUTES_READ, "/v2/disputes", DisputeApi::readList, disputes::list),
        get(DISPUTES_READ, "/v2/disputes/{id}", DisputeApi::readId, disputes::retrieve),
        get(DISPUTES_READ, "/v2/disputes/{id}/evidence", DisputeApi::readId, evidence::retrieve),
        post(
            DISPUTES_WRITE,
            "/v2/disputes/{id}/evidence",
            EvidenceApi::readChange,
            evidence::change),
        get(
            DISPUTES_READ,
            "/v2/disputes/{id}/evidence/preview",
            DisputeApi::readId,
            evidence::preview),
        get(
            DISPUTES_READ,
            "/v2/disputes/{id}/evidence.pdf",
            DisputeApi::readId,
            evidencePdf::retrieve),
        post(
                DISPUTES_WRITE,
                "/v2/disputes/{id}/evidence/files",
                EvidenceApi::readFile,
                evidence::addFile)
            .withFile(EvidenceDrafts.MAX_FILE_BYTES),
        post(
            DISPUTES_WRITE,
            "/v2/disputes/{id}/submit",
            DisputeResponseApi::read,
            responses::submit),
        post(
            DISPUTES_ACCEPT,
            "/v2/disputes/{id}/accept",
            DisputeResponseApi::read,
            responses::accept),
        get(
            DISPUTES_READ,
            "/v2/dispute_files/{id}",
            EvidenceApi::readFileId,
            evidence::retrieveFile),
        get(
            DISPUTES_READ,
            "/v2/dispute_files/{id}/content",
            EvidenceApi::readFileId,
            evidence::content),
        delete(
            DISPUTES_WRITE,
            "/v2/dispute_files/{id}",
            EvidenceApi::readDelete,
            evidence::deleteFile),
        post(TEST_WRITE, "/v2/test/disputes/{id}/win", DisputeApi::readId, tests::win),
        post(TEST_WRITE, "/v2/test/disputes/{id}/lose", DisputeApi::readId, tests::lose));
  }

  /** Returns the endpoints of keys. A leaked live key must not make another that outlives it. */
  public static List<Route<?>> keys(KeyApi keys) {
    return List.of(
        post(KEYS_WRITE, "/v2/keys", KeyApi::readCreate, keys::create)
            .liveByKey(IF_ALLOWED_FOR_SETTINGS),
        get(KEYS_WRITE, "/v2/keys", KeyApi::readList, keys::list),
        get(KEYS_WRITE, "/v2/keys/{id}", KeyApi::readId, keys::retrieve),
        post(KEYS_WRITE, "/v2/keys/{id}", KeyApi::readUpdate, keys::update)
            .liveByKey(IF_ALLOWED_FOR_SETTINGS),
        patch(KEYS_WRITE, "/v2/keys/{id}", KeyApi::readUpdate, keys::update)
            .liveByKey(IF_ALLOWED_FOR_SETTINGS),
        post(KEYS_WRITE, "/v2/keys/{id}/roll", KeyApi::readRoll, keys::roll)
            .liveByKey(IF_ALLOWED_FOR_SETTINGS),
        post(KEYS_WRITE, "/v2/keys/{id}/revoke", KeyApi::readRevoke, keys::revoke));
  }

  /** Returns the endpoints of sandboxes. */
  public static List<Route<?>> sandboxes(SandboxApi sandboxes) {
    return List.of(
        post(SANDBOXES_WRITE, "/v2/sandboxes", SandboxApi::readCreate, sandboxes::create),
        get(SANDBOXES_READ, "/v2/sandboxes", SandboxApi::readList, sandboxes::list),
        get(SANDBOXES_READ, "/v2/sandboxes/{id}", SandboxApi::readId, sandboxes::retrieve),
        delete(SANDBOXES_WRITE, "/v2/sandboxes/{id}", SandboxApi::readId, sandboxes::delete),
        post(
            SANDBOXES_WRITE,
            "/v2/sandboxes/{id}/advance",
            SandboxApi::readAdvance,
            sandboxes::advance),
        post(SANDBOXES_WRITE, "/v2/sandboxes/{id}/reset", SandboxApi::readId, sandboxes::reset));
  }

  /** Returns the endpoints of the brake on card testing. */
  public static List<Route<?>> brakes(BrakeApi brakes) {
    return List.of(
        get(BRAKES_READ, "/v2/brakes", BrakeApi::readList, brakes::list),
        get(BRAKES_READ, "/v2/brakes/today", BrakeApi::readToday, brakes::today),
        get(BRAKES_READ, "/v2/brakes/{id}", BrakeApi::readId, brakes::retrieve),
        post(BRAKES_WRITE, "/v2/brakes/{id}/release", BrakeApi::readId, brakes::release));
  }

  /** Returns the endpoints of the block list or the allow list. */
  public static List<Route<?>> lists(ListName name, ListApi list) {
    String path = "/v2/lists/" + name.text();
    return List.of(
        post(LISTS_WRITE, path, ListApi::readAdd, list::add),
        get(LISTS_READ, path, ListApi::readList, list::list),
        get(LISTS_READ, path + "/{id}", ListApi::readId, list::retrieve),
        delete(LISTS_WRITE, path + "/{id}", ListApi::readRemove, list::remove));
  }

  /** Returns the endpoints of mandates. */
  public static List<Route<?>> mandates(MandateApi mandates) {
    return List.of(
        get(MANDATES_READ, "/v2/mandates", MandateApi::readList, mandates::list),
        get(MANDATES_READ, "/v2/mandates/{id}", MandateApi::readId, mandates::retrieve),
        post(MANDATES_WRITE, "/v2/mandates/{id}/revoke", MandateApi::readId, mandates::revoke));
  }

  /**
   * Returns the routes of webhook endpoints. A leaked endpoint secret lets its holder forge events
   * that the merchant's servers trust.
   */
  public static List<Route<?>> webhooks(
      WebhookEndpointApi webhooks, VerificationApi verification, DeliveryApi deliveries) {
    return List.of(
        post(
            WEBHOOKS_WRITE,
            "/v2/webhook_endpoints",
            WebhookEndpointApi::readCreate,
            webhooks::create),
        get(WEBHOOKS_READ, "/v2/webhook_endpoints", WebhookEndpointApi::readList, webhooks::list),
        post(
            WEBHOOKS_READ,
            "/v2/webhook_endpoints/verify",
            VerificationApi::readVerify,
            verification::verify),
        get(
            WEBHOOKS_READ,
            "/v2/webhook_endpoints/{id}",
            WebhookEndpointApi::readId,
            webhooks::retrieve),
        post(
            WEBHOOKS_WRITE,
            "/v2/webhook_endpoints/{id}",
            WebhookEndpointApi::readUpdate,
            webhooks::update),
        patch(
            WEBHOOKS_WRITE,
            "/v2/webhook_endpoints/{id}",
            WebhookEndpointApi::readUpdate,
            webhooks::update),
        delete(
            WEBHOOKS_WRITE,
            "/v2/webhook_endpoints/{id}",
            WebhookEndpointApi::readId,
            webhooks::delete),
        get(
            WEBHOOKS_READ,
            "/v2/webhook_endpoints/{id}/deliveries",
            DeliveryApi::readListOfEndpoint,
            deliveries::listOfEndpoint),
        post(
                WEBHOOKS_WRITE,
                "/v2/webhook_endpoints/{id}/rotate_secret",
                WebhookEndpointApi::readRotate,
                webhooks::rotate)
            .liveByKey(IF_ALLOWED_FOR_SETTINGS),
        post(
            WEBHOOKS_WRITE,
            "/v2/webhook_endpoints/{id}/test",
            WebhookEndpointApi::readId,
            webhooks::test),
        post(
            WEBHOOKS_WRITE,
            "/v2/webhook_endpoints/{id}/replay",
            WebhookEndpointApi::readReplay,
            webhooks::replay));
  }

  /**
   * Returns the routes of connectors. A changed connector can send payers' money to another
   * provider account.
   */
  public static List<Route<?>> connectors(InstanceApi connectors) {
    return List.of(
        get(CONNECTORS_READ, "/v2/connector_kinds", InstanceApi::readKinds, connectors::listKinds),
        post(CONNECTORS_WRITE, "/v2/connectors", InstanceApi::readCreate, connectors::create)
            .liveByKey(IF_ALLOWED_FOR_SETTINGS),
        get(CONNECTORS_READ, "/v2/connectors", InstanceApi::readList, connectors::list),
        get(CONNECTORS_READ, "/v2/connectors/{id}", InstanceApi::readId, connectors::retrieve),
        post(CONNECTORS_WRITE, "/v2/connectors/{id}", InstanceApi::readUpdate, connectors::update)
            .liveByKey(IF_ALLOWED_FOR_SETTINGS),
        patch(CONNECTORS_WRITE, "/v2/connectors/{id}", InstanceApi::readUpdate, connectors::update)
            .liveByKey(IF_ALLOWED_FOR_SETTINGS),
        post(CONNECTORS_WRITE, "/v2/connectors/{id}/check", InstanceApi::readId, connectors::check),
        post(
                CONNECTORS_WRITE,
                "/v2/connectors/{id}/enable",
                InstanceApi::readId,
                connectors::enable)
            .liveByKey(IF_ALLOWED_FOR_SETTINGS),
        post(
                CONNECTORS_WRITE,
                "/v2/connectors/{id}/disable",
                InstanceApi::readId,
                connectors::disable)
            .liveByKey(IF_ALLOWED_FOR_SETTINGS));
  }

  /**
   * Returns the routes of bank transfers: accounts, statements, payment files, and the simulated
   * bank of test mode.
   */
  public static List<Route<?>> bank(
      ReceivingAccountApi accounts,
      BankStatementApi statements,
      BankEntryApi entries,
      UnappliedFundsApi holdings,
      SimulatedTransferApi transfers,
      PaymentFileApi orders,
      SimulatedOrderApi simulatedOrders) {
    return Stream.of(
            accountRoutes(accounts),
            statementRoutes(statements, entries, holdings, transfers),
            orderRoutes(orders, simulatedOrders))
        .<Route<?>>flatMap(List::stream)
        .toList();
  }

  /**
   * Returns the routes of receiving accounts. An account that a live key adds stays disabled until
   * a person enables it.
   */
  private static List<Route<?>> accountRoutes(ReceivingAccountApi accounts) {
    return List.of(
        post(
            RECEIVING_ACCOUNTS_WRITE,
            "/v2/receiving_accounts",
            ReceivingAccountApi::readCreate,
            accounts::create),
        get(
            RECEIVING_ACCOUNTS_READ,
            "/v2/receiving_accounts",
            ReceivingAccountApi::readList,
            accounts::list),
        get(
            RECEIVING_ACCOUNTS_READ,
            "/v2/receiving_accounts/{id}",
            ReceivingAccountApi::readId,
            accounts::retrieve),
        post(
                RECEIVING_ACCOUNTS_WRITE,
                "/v2/receiving_accounts/{id}",
                ReceivingAccountApi::readUpdate,
                accounts::update)
            .liveByKey(IF_ALLOWED_FOR_SETTINGS),
        patch(
                RECEIVING_ACCOUNTS_WRITE,
                "/v2/receiving_accounts/{id}",
                ReceivingAccountApi::readUpdate,
                accounts::update)
            .liveByKey(IF_ALLOWED_FOR_SETTINGS),
        post(
                RECEIVING_ACCOUNTS_WRITE,
                "/v2/receiving_accounts/{id}/enable",
                ReceivingAccountApi::readId,
                accounts::enable)
            .liveByKey(NEVER),
        post(
                RECEIVING_ACCOUNTS_WRITE,
                "/v2/receiving_accounts/{id}/disable",
                ReceivingAccountApi::readId,
                accounts::disable)
            .liveByKey(IF_ALLOWED_FOR_SETTINGS));
  }

  private static List<Route<?>> statementRoutes(
      BankStatementApi statements,
      BankEntryApi entries,
      UnappliedFundsApi holdings,
      SimulatedTransferApi transfers) {
    return List.of(
        post(
                BANK_STATEMENTS_WRITE,
                "/v2/bank_statements",
                BankStatementApi::readFile,
                statements::create)
            .withFile(BankStatementApi.MAX_BYTES)
            .liveByKey(IF_ALLOWED_FOR_BANK_ACCOUNT),
        get(
            BANK_STATEMENTS_READ,
            "/v2/bank_statements",
            BankStatementApi::readList,
            statements::list),
        get(
            BANK_STATEMENTS_READ,
            "/v2/bank_statements/{id}",
            BankStatementApi::readId,
            statements::retrieve),
        get(BANK_STATEMENTS_READ, "/v2/bank_entries", BankEntryApi::readList, entries::list),
        get(BANK_STATEMENTS_READ, "/v2/bank_entries/{id}", BankEntryApi::readId, entries::retrieve),
        post(
            UNAPPLIED_FUNDS_ASSIGN,
            "/v2/bank_entries/{id}/unassign",
            BankEntryApi::readId,
            entries::unassign),
        get(
            UNAPPLIED_FUNDS_READ,
            "/v2/customer_credits",
            UnappliedFundsApi::readCredits,
            holdings::list),
        get(
            UNAPPLIED_FUNDS_READ,
            "/v2/customer_credits/{id}",
            UnappliedFundsApi::readCredit,
            holdings::retrieveCredit),
        post(
            UNAPPLIED_FUNDS_ASSIGN,
            "/v2/customer_credits/{id}/assign",
            UnappliedFundsApi::readAssignCredit,
            holdings::assign),
        post(
            UNAPPLIED_FUNDS_RETURN,
            "/v2/customer_credits/{id}/return",
            UnappliedFundsApi::readReturnCredit,
            holdings::sendBack),
        get(
            UNAPPLIED_FUNDS_READ,
            "/v2/unmatched_transfers",
            UnappliedFundsApi::readReceipts,
            holdings::list),
        get(
            UNAPPLIED_FUNDS_READ,
            "/v2/unmatched_transfers/{id}",
            UnappliedFundsApi::readReceipt,
            holdings::retrieveReceipt),
        post(
            UNAPPLIED_FUNDS_ASSIGN,
            "/v2/unmatched_transfers/{id}/assign",
            UnappliedFundsApi::readAssignReceipt,
            holdings::assignReceipt),
        post(
            UNAPPLIED_FUNDS_RETURN,
            "/v2/unmatched_transfers/{id}/return",
            UnappliedFundsApi::readReturnReceipt,
            holdings::sendBack),
        post(
                UNAPPLIED_FUNDS_ASSIGN,
                "/v2/unmatched_transfers/{id}/dismiss",
                UnappliedFundsApi::readReceipt,
                holdings::dismiss)
            .liveByKey(NEVER),
        post(
            TEST_WRITE,
            "/v2/test/bank_transfers",
            SimulatedTransferApi::readCreate,
            transfers::create));
  }

  private static List<Route<?>> orderRoutes(
      PaymentFileApi orders, SimulatedOrderApi simulatedOrders) {
    return List.of(
        post(PAYMENT_FILES_WRITE, "/v2/payment_files", PaymentFileApi::readCreate, orders::create),
        get(PAYMENT_FILES_READ, "/v2/payment_files", PaymentFileApi::readList, orders::list),
        get(PAYMENT_FILES_READ, "/v2/payment_files/{id}", PaymentFileApi::readId, orders::retrieve),
        post(
                PAYMENT_FILES_WRITE,
                "/v2/payment_files/{id}/reject",
                PaymentFileApi::readReject,
                orders::reject)
            .liveByKey(NEVER),
        get(
                PAYMENT_FILES_DOWNLOAD,
                "/v2/payment_files/{id}.xml",
                PaymentFileApi::readId,
                orders::file)
            .liveByKey(IF_ALLOWED_FOR_BANK_ACCOUNT),
        post(
            TEST_WRITE,
            "/v2/test/payment_files",
            SimulatedOrderApi::readCreate,
            simulatedOrders::create));
  }

  public static List<Endpoint> receipts(ReceiptApi receipts) {
    return List.of(
        page("/receipts/{token}", receipts::show), page("/receipts/{token}.pdf", receipts::pdf));
  }

  public static List<Endpoint> challenges(ChallengeApi challenges) {
    return List.of(
        page("/challenges/{token}", challenges::show),
        action("/challenges/{token}/complete", challenges::complete),
        action("/challenges/{token}/fail", challenges::fail),
        action("/challenges/{token}/abandon", challenges::abandon),
        page("/return/{token}", challenges::returned).withUrgency(RequestClass.FOLLOW_UP));
  }

  public static List<Endpoint> checkoutPages(
      CheckoutPageApi checkout,
      PaymentLinkPageApi links,
      TransferPageApi transfers,
      LogoApi logos) {
    return List.of(
        page("/transfers/{token}", transfers::show),
        page("/transfers/{token}/qr.svg", transfers::picture),
        page("/c/{token}", checkout::show),
        action("/c/{token}", checkout::pay),
        action("/c/{token}/again", checkout::again),
        page("/l/{token}", links::show),
        action("/l/{token}", links::begin),
        page("/logos/{hash}", logos::show),
        new Endpoint("GET", "/fonts/{hash}", TrafficClass.PAYERS, CheckoutPageApi.font()));
  }

  /** Returns the card fields for merchants' pages. */
  public static List<Endpoint> cardFields(CardFieldsApi fields) {
    return List.of(
        page("/elements/card", fields::frame),
        new Endpoint("GET", "/elements/{hash}/{file}", TrafficClass.PAYERS, CardFieldsApi.file()),
        new Endpoint("GET", "/js/florin.js", TrafficClass.PAYERS, FlorinScriptApi.currentScript()),
        new Endpoint("GET", "/js/{hash}/florin.js", TrafficClass.PAYERS, FlorinScriptApi.script()));
  }

  public static List<Endpoint> providerWebhooks(ProviderWebhookApi webhooks) {
    return List.of(
        new Endpoint(
            "POST",
            "/connectors/{token}/webhooks",
            TrafficClass.PROVIDERS,
            webhooks::refuse,
            webhooks::receive));
  }

  public static List<Endpoint> documentation(DocsApi docs) {
    return List.of(
        keyless("/v2/openapi.yaml", docs.contractAsYaml()),
        keyless("/v2/openapi.json", docs.contractAsJson()),
        keyless("/docs", docs.home()),
        keyless("/docs/search", docs::search),
        keyless("/docs/{page}", docs.page("page")),
        keyless("/docs/{section}/{page}", docs.page("section", "page")),
        keyless("/docs/{section}/{part}/{page}", docs.page("section", "part", "page")),
        keyless("/docs/licences", docs.licences()),
        keyless("/docs/docs.css", docs.style()),
        keyless("/docs/docs.js", docs.script()),
        keyless("/docs/inter-latin-400-normal.woff2", docs.font(400)),
        keyless("/docs/inter-latin-500-normal.woff2", docs.font(500)));
  }

  public List<Endpoint> endpoints(ApiPipeline pipeline) {
    return Stream.of(
            table.stream().map(route -> endpoint(pipeline, route)),
            table.stream().filter(Route::isForBrowsers).map(Cors::preflight),
            pages.stream().map(pipeline::inTime))
        .flatMap(endpoints -> endpoints)
        .toList();
  }

  private static <I> Endpoint endpoint(ApiPipeline pipeline, Route<I> route) {
    return new Endpoint(
            route.method(),
            route.template(),
            TrafficClass.KEYS,
            pipeline.doorkeeper(route),
            exchange -> pipeline.answer(exchange, route))
        .withUrgency(route.requestClass())
        .withFile(route.fileBytes());
  }

  private static Endpoint keyless(String template, Action action) {
    return new Endpoint("GET", template, action);
  }

  /** Returns the endpoint of a page for payers. */
  private static Endpoint page(String template, Action action) {
    return new Endpoint("GET", template, TrafficClass.PAYERS, Gzip.pages(AWAY.instead(action)));
  }

  /** Returns the endpoint of a button on such a page. */
  private static Endpoint action(String template, Action action) {
    return new Endpoint("POST", template, TrafficClass.PAYERS, Gzip.pages(AWAY.instead(action)));
  }

  private static <I> Route<I> get(
      Scope scope, String template, Decoder<I> decoder, Handler<I> handler) {
    return new Route<>("GET", template, scope, decoder, handler);
  }

  private static <I> Route<I> post(
      Scope scope, String template, Decoder<I> decoder, Handler<I> handler) {
    return new Route<>("POST", template, scope, decoder, handler);
  }

  private static <I> Route<I> patch(
      Scope scope, String template, Decoder<I> decoder, Handler<I> handler) {
    return new Route<>("PATCH", template, scope, decoder, handler);
  }

  private static <I> Route<I> delete(
      Scope scope, String template, Decoder<I> decoder, Handler<I> handler) {
    return new Route<>("DELETE", template, scope, decoder, handler);
  }
}
