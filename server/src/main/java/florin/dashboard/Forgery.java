package florin.dashboard;

import florin.core.ErrorCode;
import florin.core.Problem;
import florin.core.Refusal;
import florin.dashboard.Site.Reach;
import florin.http.Exchange;
import florin.http.Form;
import florin.team.Token;
import java.util.Optional;

/**
 * Tells a form of our own pages from one that another site has a browser send: by the token that
 * stands in the form, by the origin that the browser names, and by what it says of the two sites
 * where it does (Fetch Metadata). All must agree; each alone would do.
 */
final class Forgery {
  static final String FIELD = "csrf";

  private Forgery() {}

  static void refuse(Exchange exchange, Reach reach, Form form, Optional<Token> holder) {
    boolean ours =
        exchange.header("Origin").filter(reach.origin()::equals).isPresent()
            && exchange
                .header("Sec-Fetch-Site")
                .filter(site -> !site.equals("same-origin"))
                .isEmpty()
            && holder.filter(token -> token.matchesForm(form.text(FIELD))).isPresent();
    if (!ours) {
      throw refusal();
    }
  }

  private static Refusal refusal() {
    return new Problem.Forbidden(
            ErrorCode.BAD_REQUEST,
            "This form was not sent by a page of this dashboard, or the page had been open for too long. Nothing was done. Go back, load the page again, and send it once more.")
        .refusal();
  }
}
