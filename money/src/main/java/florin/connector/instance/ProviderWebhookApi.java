package florin.connector.instance;

import florin.connector.Connector.ProviderWebhookRequest;
import florin.connector.instance.ProviderWebhooks.ProviderWebhookResult;
import florin.connector.instance.RealmConnectors.ConnectorEntry;
import florin.core.ErrorCode;
import florin.core.Problem;
import florin.core.Refusal;
import florin.db.CommitUnknownException;
import florin.db.DatabaseUnavailableException;
import florin.http.Answer;
import florin.http.Exchange;
import florin.http.Problems;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;

/** The API operation `POST /connectors/{token}/webhooks` for providers, who have no API key. */
public final class ProviderWebhookApi {
  private static final Problem NOT_GENUINE =
      new Problem.BadRequest(
          ErrorCode.BAD_REQUEST,
          "The webhook's signature is missing, wrong or too old. The webhook was not stored.");

  private static final Problem UNREADABLE =
      new Problem.BadRequest(
          ErrorCode.BAD_REQUEST, "The webhook can't be read. Send it as UTF-8; it was not stored.");

  private static final Problem DATABASE_AWAY =
      new Problem.Unavailable(
          ErrorCode.DATABASE_UNAVAILABLE,
          "The database of the service is not responding. Send the webhook again in a moment; it was not stored.",
          Duration.ofSeconds(1));

  private final ProviderWebhooks webhooks;

  public ProviderWebhookApi(ProviderWebhooks webhooks) {
    this.webhooks = webhooks;
  }

  /**
   * Rejects a request before its body is read. The response for an unknown token is the same as for
   * any unknown path.
   */
  public Optional<Answer> refuse(Exchange exchange) {
    Optional<ConnectorEntry> to = find(exchange);
    if (to.isEmpty()) {
      return Optional.of(problem(exchange, Problems.ROUTE_UNKNOWN));
    }
    return webhooks
        .mustWait(to.get(), exchange.receivedNanos())
        .map(wait ->
            problem(
                exchange,
                new Problem.TooManyRequests(
                    ErrorCode.RATE_LIMIT,
                    "This connector gets too many webhooks. Wait as long as Retry-After says; the webhook was not stored.",
                    wait)));
  }

  public Answer receive(Exchange exchange) {
    try {
      Optional<ConnectorEntry> to = find(exchange);
      Optional<String> body = text(exchange.body());
      if (to.isEmpty() || body.isEmpty()) {
        return problem(exchange, to.isEmpty() ? Problems.ROUTE_UNKNOWN : UNREADABLE);
      }
      ProviderWebhookResult receipt =
          webhooks.receive(
              to.get(),
              new ProviderWebhookRequest(exchange::header, body.get(), exchange.receivedAt()));
      return switch (receipt) {
        case TAKEN -> Answer.json(200, "{}".getBytes(StandardCharsets.US_ASCII));
        case FORGED -> problem(exchange, NOT_GENUINE);
        case UNREADABLE -> problem(exchange, UNREADABLE);
      };
    } catch (Refusal refusal) {
      return problem(exchange, refusal.problem());
    } catch (CommitUnknownException | DatabaseUnavailableException away) {
      return problem(exchange, DATABASE_AWAY);
    }
  }

  private Optional<ConnectorEntry> find(Exchange exchange) {
    return webhooks.find(exchange.pathParameter("token"));
  }

  private static Answer problem(Exchange exchange, Problem problem) {
    exchange.log().put(problem.code());
    return Problems.answer(problem, exchange.requestId());
  }

  /** Decodes strictly, so that the text has the same bytes as the body. */
  private static Optional<String> text(byte[] body) {
    try {
      return Optional.of(
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body)).toString());
    } catch (CharacterCodingException malformed) {
      return Optional.empty();
    }
  }
}
