package florin.bench.fuzz;

import static florin.bench.fuzz.FuzzFinding.require;

import florin.api.FuzzedRoutes;
import florin.core.Caller;
import florin.core.Caller.KeyKind;
import florin.core.Id.KeyId;
import florin.core.Id.RequestId;
import florin.core.Problem;
import florin.core.Problem.BadParameters;
import florin.core.Realm;
import florin.core.Refusal;
import florin.http.Answer;
import florin.http.FuzzedExchange;
import florin.http.FuzzedExchange.EndpointRequest;
import florin.http.Json;
import florin.http.JsonText;
import florin.http.Problems;
import florin.vault.CardNumberScan;
import florin.webhook.Verification;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;

/** Reads a whole request to any route that needs an API key; see {@link RequestText}. */
final class RequestInput implements InputReader {
  private static final Optional<Caller> CALLER =
      Optional.of(new Caller(new Realm(2), new KeyId(new UUID(1, 1)), KeyKind.SECRET));

  private static final Set<Integer> STATUSES = Set.of(400, 404, 413, 415);
  private static final int MAX_ANSWER = 48 << 10;

  /** Ids, whose digits may look like a card number. */
  private static final Pattern IDS = Pattern.compile("[a-z]{2,5}_[0-9a-z]{26}");

  private final FuzzedRoutes routes = new FuzzedRoutes();
  private final FuzzedExchange door = new FuzzedExchange(routes.endpoints());

  @Override
  public boolean read(byte[] input) {
    return RequestText.read(input).flatMap(sent -> door.at(sent, CALLER, this::look)).orElse(false);
  }

  private boolean look(EndpointRequest request) {
    if (routes.takesFile(request.endpoint())) {
      return false;
    }
    try {
      Object value = routes.decode(request.endpoint(), request.exchange());
      checkValue(value);
      checkCanonical(request.exchange().canonicalJson());
      return true;
    } catch (Refusal refused) {
      checkRefusal(refused.problem());
      return false;
    }
  }

  private static void checkValue(Object value) {
    Storable.eachText(value, Storable::checkText);
    if (value instanceof Verification.Question) {
      return; // a delivery that the caller sends back to be verified, which Florin doesn't store
    }
    Storable.eachText(
        value,
        text -> require(!CardNumberScan.finds(text), "a text of a value contains a card number"));
    require(
        !CardNumberScan.finds(IDS.matcher(value.toString()).replaceAll("id")),
        "a value's string contains a card number");
  }

  private static void checkCanonical(String canonical) {
    require(
        !canonical.contains("{\"cvc\":") && !canonical.contains(",\"cvc\":"),
        "the stored request contains a verification code");
  }

  /** Checks that an error is readable, short, and contains no card number. */
  static void checkRefusal(Problem problem) {
    Answer answer = Problems.answer(problem, new RequestId(new UUID(0, 0)));
    require(STATUSES.contains(answer.status()), () -> "status " + answer.status());
    require(answer.body().length <= MAX_ANSWER, "an error is too long");
    Json.object(answer.body());
    require(!CardNumberScan.finds(problem.message()), "an error's message contains a card number");
    if (problem instanceof BadParameters wrong) {
      for (Problem.ParameterError error : wrong.errors()) {
        require(
            !CardNumberScan.finds(error.message()) && !CardNumberScan.finds(error.param()),
            "a parameter error contains a card number");
      }
    }
    require(
        JsonText.of(new String(answer.body(), StandardCharsets.US_ASCII))
            .find("/error/message")
            .isPresent(),
        "an error has no message");
  }
}
