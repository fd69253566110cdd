package florin.checkout;

import florin.core.ErrorCode;
import florin.db.CommitUnknownException;
import florin.db.DatabaseUnavailableException;
import florin.http.Answer;
import florin.http.Endpoint.Action;
import florin.http.Exchange;

/** The page that a payer gets while the database does not respond. */
public final class AwayPageApi {
  private final CheckoutPagesApi pages = new CheckoutPagesApi();

  /** Returns the action with this page as its response if the database is down. */
  public Action instead(Action action) {
    return exchange -> {
      try {
        return action.answer(exchange);
      } catch (CommitUnknownException | DatabaseUnavailableException away) {
        exchange.log().put(ErrorCode.DATABASE_UNAVAILABLE);
        return show(exchange);
      }
    };
  }

  private Answer show(Exchange exchange) {
    return pages
        .notice(503, CheckoutPageApi.languageOf(exchange), Phrase.BUSY_TITLE, Phrase.BUSY_WORDS)
        .with("Retry-After", "1");
  }
}
