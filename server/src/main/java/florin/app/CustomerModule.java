package florin.app;

import florin.account.AccountStore;
import florin.api.Routes;
import florin.brake.BrakeApi;
import florin.brake.BrakeCountStore;
import florin.brake.BrakeJob;
import florin.brake.BrakeStore;
import florin.brake.Brakes;
import florin.brake.BrowserTryStore;
import florin.brake.Engagements;
import florin.connector.Connectors;
import florin.customer.CustomerApi;
import florin.customer.CustomerStore;
import florin.customer.Customers;
import florin.dashboard.DashboardRoutes;
import florin.dashboard.checkout.CardTestingPages;
import florin.lists.BlockedPaymentStore;
import florin.lists.ListJob;
import florin.lists.ListStore;
import florin.lists.Lists;
import florin.mandate.MandateApi;
import florin.mandate.Mandates;
import florin.note.Notes;
import florin.payment.view.RiskViews;
import florin.paymentmethod.BrowserCardsApi;
import florin.paymentmethod.CardsOnFile;
import florin.paymentmethod.Erasure;
import florin.paymentmethod.MethodsOfCustomers;
import florin.paymentmethod.PaymentMethodApi;
import florin.paymentmethod.PaymentMethodStore;
import florin.paymentmethod.PaymentMethods;
import florin.paymentmethod.Revocations;
import florin.vault.CodeMemory;

/** Customers, their payment methods, and the notes about customers and payments. */
final class CustomerModule {
  final CustomerStore store;
  final CardsOnFile cards;
  final Mandates mandates;
  final Customers customers;
  final PaymentMethods methods;
  final Notes notes;
  final Brakes brakes;
  final Lists lists;
  final ListStore listStore;
  final RiskViews risks;

  CustomerModule(CoreServices core, RuntimeProfile profile, Connectors connectors) {
    Parts parts = core.parts();
    var tries = new BrowserTryStore(core.db());
    var brakeStore = new BrakeStore(core.db());
    this.brakes =
        new Brakes(
            tries,
            brakeStore,
            new Engagements(brakeStore, profile.commits(), profile.ids(), profile.clock()),
            core.self().node(),
            core.config().cardBrake(),
            profile.clock());
    parts.addJob(() -> new BrakeJob(brakes, core.besideDb(), core.clock(), core.clock()));
    var counts = new BrakeCountStore(core.db());
    var brakeApi =
        new BrakeApi(
            brakeStore,
            counts,
            brakes,
            profile.once(),
            realm -> core.db().transaction(connection -> AccountStore.timeZone(connection, realm)),
            profile.clock());
    parts.addRoutes(Routes.brakes(brakeApi));
    parts.addDashboardRoutes(
        DashboardRoutes.brakes(
            new CardTestingPages(
                brakeStore, counts, brakeApi, core.config().cardBrake(), profile.clock())));
    this.listStore = new ListStore(core.db());
    this.lists = new Lists(listStore, profile.clock());
    parts.addJob(() -> new ListJob(lists, core.besideDb(), core.clock(), core.clock()));
    this.risks = new RiskViews(tries, new BlockedPaymentStore(core.db()));
    this.store = new CustomerStore(core.db());
    var methodStore = parts.open(new PaymentMethodStore(core.db()));
    this.mandates = new Mandates(core.db(), profile.ids());
    this.cards =
        new CardsOnFile(
            methodStore,
            core.vault(),
            new CodeMemory(core.random()),
            mandates,
            profile.ids(),
            core.config().cardRetention());
    this.customers =
        new Customers(
            store,
            profile.once(),
            new MethodsOfCustomers(methodStore, mandates, profile.commits(), profile.ids()),
            profile.ids(),
            profile.clock());
    this.methods =
        new PaymentMethods(
            methodStore,
            cards,
            mandates,
            store,
            profile.once(),
            profile.ids(),
            connectors,
            profile.clock());
    this.notes = new Notes(core.db(), profile.ids(), profile.clock());
    parts.addRoutes(
        Routes.customers(
            new CustomerApi(customers),
            new PaymentMethodApi(methods, new BrowserCardsApi(brakes, lists, core.vault()))));
    parts.addRoutes(Routes.mandates(new MandateApi(mandates, profile.once(), profile.clock())));
    parts.addJob(
        () -> new Erasure(core.db(), core.config().cardRetention(), core.clock(), core.clock()));
    parts.addJob(() -> new Revocations(core.db(), connectors, core.clock(), core.clock()));
  }
}
