package florin.dashboard;

import static florin.dashboard.pipeline.DashboardRoute.Password.IN_LIVE_MODE;
import static florin.dashboard.pipeline.DashboardRoute.get;
import static florin.dashboard.pipeline.DashboardRoute.post;

import florin.dashboard.books.BalancePages;
import florin.dashboard.books.FeePages;
import florin.dashboard.books.PayoutListPages;
import florin.dashboard.books.PayoutPages;
import florin.dashboard.books.ReportPages;
import florin.dashboard.pipeline.DashboardRoute;
import florin.team.Permission;
import java.util.List;

/** The handlers of the balance, payouts and reports. */
public record BooksRoutes(
    BalancePages balance,
    PayoutListPages payouts,
    PayoutPages payout,
    ReportPages reports,
    FeePages fees) {
  public List<DashboardRoute> table() {
    return List.of(
        get(BalancePages.PATH, Permission.VIEW_PAYMENTS, balance::show),
        post(
            BalancePages.REFRESH_PATH,
            Permission.MANAGE_PAYOUTS,
            "settlement.refresh",
            balance::refresh),
        get(PayoutListPages.PATH, Permission.VIEW_PAYMENTS, payouts::show),
        post(
            PayoutListPages.SETTLE_PATH,
            Permission.MANAGE_PAYOUTS,
            "settlement.simulate",
            payouts::settle),
        get(PayoutListPages.PATH + "/{id}", Permission.VIEW_PAYMENTS, payout::show),
        post(
                PayoutListPages.PATH + "/{id}/confirm",
                Permission.MANAGE_PAYOUTS,
                "payout.confirm",
                payout::confirm)
            .auditedInCommit()
            .withPassword(IN_LIVE_MODE),
        post(
                PayoutListPages.PATH + "/{id}/unassign",
                Permission.ASSIGN_RECEIPTS,
                "payout.unassign",
                payout::unassign)
            .auditedInCommit()
            .withPassword(IN_LIVE_MODE),
        get(FeePages.PATH, Permission.VIEW_PAYMENTS, fees::show),
        get(ReportPages.PATH, Permission.VIEW_PAYMENTS, reports::show),
        get(ReportPages.CSV_PATH, Permission.EXPORT_PAYMENTS, reports::csv)
            .audited("report.export"),
        get(ReportPages.XLSX_PATH, Permission.EXPORT_PAYMENTS, reports::xlsx)
            .audited("report.export"),
        post(ReportPages.CLOSE_PATH, Permission.MANAGE_PAYOUTS, "month.close", reports::close)
            .auditedInCommit()
            .withPassword(IN_LIVE_MODE));
  }
}
