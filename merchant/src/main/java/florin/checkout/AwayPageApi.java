package florin.checkout;

import florin.core.ErrorCode;
import florin.db.CommitUnknownException;
import florin.db.DatabaseUnavailableException;
import florin.http.Endpoint.Action;

/** The page that a payer gets while the database does not respond. */
public final class AwayPageApi {
  private final PayerErrorsApi pages = new PayerErrorsApi();

  /** Returns the action with this page as its response if the database is down. */
  public Action instead(Action action) {
    return exchange -> {
      try {
        return action.answer(exchange);
      } catch (CommitUnknownException | DatabaseUnavailableException away) {
        exchange.log().put(ErrorCode.DATABASE_UNAVAILABLE);
        return pages.unavailable(exchange);
      }
    };
  }
}
