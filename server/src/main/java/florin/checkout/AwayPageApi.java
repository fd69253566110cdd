package florin.checkout;

import florin.core.ErrorCode;
import florin.db.CommitUnknownException;
import florin.db.DatabaseUnavailableException;
import florin.http.Action;
import florin.http.Answer;
import florin.http.Exchange;

/** What a payer is shown while the database does not answer, whatever was looked at. */
public final class AwayPageApi {
  private final CheckoutPagesApi pages = new CheckoutPagesApi();

  /** The same, and this page where it finds no database. */
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
