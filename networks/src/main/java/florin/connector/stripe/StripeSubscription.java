package florin.connector.stripe;

import florin.connector.ConnectorKind.ConnectorSetupException;
import florin.connector.ConnectorSetup.ProviderSecrets;
import florin.connector.Deadline;
import florin.connector.remote.RemoteAnswer;
import florin.connector.remote.RemoteLine;
import florin.connector.remote.RemoteObject;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The registration of Florin's webhook URL at Stripe. */
final class StripeSubscription {
  private static final Logger LOG = LoggerFactory.getLogger(StripeSubscription.class);

  private final RemoteLine<StripeError> line;
  private final List<String> secretsBefore;

  StripeSubscription(RemoteLine<StripeError> line, List<String> secretsBefore) {
    this.line = line;
    this.secretsBefore = List.copyOf(secretsBefore);
  }

  /**
   * Registers the URL. The new endpoint is created before the old one is deleted, so that no
   * webhook is missed. Duplicate webhooks do no harm.
   *
   * @return its signing secret, and the previous one for webhooks in flight
   */
  ProviderSecrets to(URI address, Deadline deadline) {
    List<String> old = endpoints(address, deadline);
    RemoteObject made =
        done(line.send(StripeRequests.endpoint(address, StripeWebhooks.EVENTS), deadline));
    String secret =
        made.text("secret")
            .orElseThrow(() ->
                new ConnectorSetupException(
                    "Stripe created a webhook endpoint without a signing secret. Try again."));
    for (String endpoint : old) {
      RemoteAnswer<StripeError> answer = line.send(StripeRequests.delete(endpoint), deadline);
      if (!(answer instanceof RemoteAnswer.Done)) {
        LOG.warn("the endpoint {} at Stripe could not be deleted: {}", endpoint, answer);
      }
    }
    var secrets = new HashMap<String, String>();
    secrets.put(StripeSettings.WEBHOOK_SECRET, secret);
    secretsBefore.stream()
        .findFirst()
        .ifPresent(before -> secrets.put(StripeSettings.WEBHOOK_SECRET_BEFORE, before));
    return new ProviderSecrets(secrets);
  }

  private List<String> endpoints(URI address, Deadline deadline) {
    return done(line.send(StripeRequests.endpoints(), deadline)).objects("data").stream()
        .filter(it -> it.text("url").equals(Optional.of(address.toString())))
        .flatMap(it -> it.text("id").stream())
        .toList();
  }

  private static RemoteObject done(RemoteAnswer<StripeError> answer) {
    return switch (answer) {
      case RemoteAnswer.Done(RemoteObject object) -> object;
      case RemoteAnswer.KeyRefused(_) ->
          throw new ConnectorSetupException(
              "This key is not allowed to register for webhooks at Stripe. A restricted key needs write access to Webhook Endpoints.");
      case RemoteAnswer.Refused(StripeError error, _) ->
          throw new ConnectorSetupException(
              "Stripe rejected the webhook address (%s). It must be public and https, and an account can have at most 16 endpoints."
                  .formatted(error));
      case RemoteAnswer.NotSent(_), RemoteAnswer.Lost(_, _) ->
          throw new ConnectorSetupException("Stripe could not be reached. Try again.");
    };
  }
}
