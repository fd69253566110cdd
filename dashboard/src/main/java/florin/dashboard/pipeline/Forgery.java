package florin.dashboard.pipeline;

import florin.core.ErrorCode;
import florin.core.Problem;
import florin.core.Refusal;
import florin.dashboard.pipeline.PermittedOrigins.Reach;
import florin.http.Exchange;
import florin.http.Form;
import florin.team.Token;
import java.util.Optional;

/**
 * Rejects forms that another site made the browser submit (CSRF). A form must have a valid token,
 * the `Origin` header must match, and `Sec-Fetch-Site`, if present, must be `same-origin`. Each
 * check would be sufficient alone.
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
            "This form has expired or did not come from this dashboard. Nothing was changed. Go back, reload the page, and try again.")
        .refusal();
  }
}
