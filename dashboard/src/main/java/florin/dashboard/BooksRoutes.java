package florin.dashboard;

import static florin.dashboard.pipeline.DashboardRoute.get;
import static florin.dashboard.pipeline.DashboardRoute.post;

import florin.dashboard.books.BalancePages;
import florin.dashboard.pipeline.DashboardRoute;
import florin.team.Permission;
import java.util.List;

/** The handlers of the balance and of payouts. */
public record BooksRoutes(BalancePages balance) {
  public List<DashboardRoute> table() {
    return List.of(
        get(BalancePages.PATH, Permission.VIEW_PAYMENTS, balance::show),
        post(
            BalancePages.REFRESH_PATH,
            Permission.MANAGE_PAYOUTS,
            "settlement.refresh",
            balance::refresh));
  }
}
