package florin.dashboard;

import static florin.dashboard.pipeline.DashboardRoute.get;
import static florin.dashboard.pipeline.DashboardRoute.post;

import florin.dashboard.bank.StatementListPages;
import florin.dashboard.bank.UnappliedFundsListPages;
import florin.dashboard.books.BalancePages;
import florin.dashboard.books.PayoutListPages;
import florin.dashboard.customers.CustomerListPages;
import florin.dashboard.disputes.DisputeListPages;
import florin.dashboard.home.SearchPages;
import florin.dashboard.list.ListPages;
import florin.dashboard.list.ListSpec;
import florin.dashboard.list.NewsStream;
import florin.dashboard.payments.PaymentListPages;
import florin.dashboard.payments.RefundListPages;
import florin.dashboard.payments.SelectedPaymentPages;
import florin.dashboard.pipeline.DashboardRoute;
import florin.dashboard.pipeline.Shell;
import florin.dashboard.requests.RequestListPages;
import florin.dashboard.webhooks.EventListPages;
import florin.team.Permission;
import java.util.List;

/** The handlers of the lists, of their exports and of their settings. */
public record ListRoutes(
    ListPages lists,
    NewsStream news,
    SearchPages search,
    PaymentListPages payments,
    SelectedPaymentPages selected,
    RefundListPages refunds,
    CustomerListPages customers,
    EventListPages events,
    RequestListPages requests) {
  /** Each list whose columns and views users can save. */
  public static final List<ListSpec<?>> ALL =
      List.of(
          PaymentListPages.LIST,
          RefundListPages.LIST,
          CustomerListPages.LIST,
          EventListPages.LIST,
          RequestListPages.LIST,
          UnappliedFundsListPages.UNMATCHED,
          UnappliedFundsListPages.CREDITS,
          StatementListPages.LIST,
          BalancePages.LIST,
          PayoutListPages.LIST,
          DisputeListPages.LIST);

  public List<DashboardRoute> table() {
    return List.of(
        get(PaymentListPages.PATH, Permission.VIEW_PAYMENTS, payments::show),
        get(PaymentListPages.LIST.csvPath(), Permission.EXPORT_PAYMENTS, payments::export)
            .audited("payment.export"),
        get(PaymentListPages.LIST.totalPath(), Permission.VIEW_PAYMENTS, payments::total).quietly(),
        get(RefundListPages.PATH, Permission.VIEW_PAYMENTS, refunds::show),
        get(RefundListPages.LIST.csvPath(), Permission.EXPORT_PAYMENTS, refunds::export)
            .audited("refund.export"),
        get(RefundListPages.LIST.totalPath(), Permission.VIEW_PAYMENTS, refunds::total).quietly(),
        get(CustomerListPages.PATH, Permission.VIEW_CUSTOMERS, customers::show),
        get(CustomerListPages.LIST.csvPath(), Permission.EXPORT_PAYMENTS, customers::export)
            .audited("customer.export"),
        get(EventListPages.PATH, Permission.VIEW_EVENTS, events::show),
        get(RequestListPages.PATH, Permission.VIEW_REQUESTS, requests::show),
        get(Shell.SEARCH, Permission.VIEW_HOME, search::show),
        get(NewsStream.PATH, Permission.VIEW_HOME, news::follow).quietly(),
        post(
            SelectedPaymentPages.CAPTURE_PATH,
            Permission.CAPTURE_PAYMENT,
            "payment.capture",
            selected::capture),
        post(
            SelectedPaymentPages.EXPORT_PATH,
            Permission.EXPORT_PAYMENTS,
            "payment.export",
            selected::export),
        post(SelectedPaymentPages.NOTE_PATH, Permission.WRITE_NOTES, "note.create", selected::note)
            .auditedInCommit(),
        post(ListPages.COLUMNS_PATH, Permission.OWN_VIEWS, "columns.choose", lists::chooseColumns),
        post(ListPages.VIEWS_PATH, Permission.OWN_VIEWS, "view.save", lists::save),
        post(ListPages.DELETE_PATH, Permission.OWN_VIEWS, "view.delete", lists::delete));
  }
}
