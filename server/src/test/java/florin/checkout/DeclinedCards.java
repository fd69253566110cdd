package florin.checkout;

import florin.testing.Reply;
import florin.testing.TestApp;
import java.net.http.HttpRequest.BodyPublishers;

/** Card forms of many payers, for tests of other packages. */
public final class DeclinedCards {
  private DeclinedCards() {}

  /** Pays with up to ten cards that are declined, with a proof where one is asked for. */
  public static void pay(TestApp florin, int cards) {
    BrakeTest.decline(florin, Payer.of(florin), cards);
  }

  /**
   * What happened to a form.
   *
   * @param isSent whether a network was asked
   */
  public record Form(boolean isSent, boolean isProofAsked, boolean isRefused) {}

  /**
   * Submits the form of a new session through a proxy.
   *
   * @param address of the payer, which the proxy reports
   * @param solves whether the browser proves its work
   */
  public static Form send(TestApp florin, String address, String number, boolean solves) {
    String path = Payer.path(Payer.session(florin, ""));
    Reply reply = submit(florin, path, address, number, "");
    boolean isProofAsked = reply.status() == 409;
    if (isProofAsked && solves) {
      String proof = BrakeTest.solve(Payer.hidden(reply, "proof"));
      reply = submit(florin, path, address, number, proof);
    }
    return new Form(reply.status() == 303, isProofAsked, reply.status() == 429);
  }

  private static Reply submit(
      TestApp florin, String path, String address, String number, String proof) {
    String form = "try=1&number=%s&expiry=12+%%2F+40&cvc=123&proof=%s".formatted(number, proof);
    return florin
        .client()
        .send(
            florin
                .client()
                .request(path)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .header("X-Forwarded-For", address)
                .POST(BodyPublishers.ofString(form))
                .build());
  }
}
