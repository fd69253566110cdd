package florin.connector.remote;

import florin.connector.Deadline;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connection to a provider with one key. It logs a rejected key, and a response of the wrong
 * mode, as errors for the operator. No payment of this connector succeeds until the operator has
 * fixed that.
 *
 * @param <E> the provider's error
 */
public final class RemoteLine<E> {
  private static final Logger LOG = LoggerFactory.getLogger(RemoteLine.class);

  private final String connector;
  private final RemoteClient<E> client;
  private final String key;
  private final boolean live;
  private volatile boolean keyRefused;

  /**
   * Creates the connection.
   *
   * @param connector for the log
   * @param live the mode of the key
   */
  public RemoteLine(String connector, RemoteClient<E> client, String key, boolean live) {
    this.connector = connector;
    this.client = client;
    this.key = key;
    this.live = live;
  }

  public RemoteAnswer<E> send(RemoteRequest request, Deadline deadline) {
    RemoteAnswer<E> answer = client.send(request, key, deadline);
    if (answer instanceof RemoteAnswer.KeyRefused(String detail)) {
      keyRefused = true;
      LOG.error(
          "{}: {} rejected the key for {}, {}: check the key and its permissions",
          connector,
          client.api().provider(),
          request,
          detail);
    } else if (answer instanceof RemoteAnswer.Done) {
      keyRefused = false;
    }
    return ofThisMode(request, answer);
  }

  /**
   * Sends a request that payments don't need. A key that lacks the permission for it is not a
   * rejected key.
   */
  public RemoteAnswer<E> sendOptional(RemoteRequest request, Deadline deadline) {
    return ofThisMode(request, client.send(request, key, deadline));
  }

  private RemoteAnswer<E> ofThisMode(RemoteRequest request, RemoteAnswer<E> answer) {
    if (answer instanceof RemoteAnswer.Done(RemoteObject object)
        && client.api().isOfOtherMode(object, live)) {
      LOG.error(
          "{}: {} responded to {} in the other mode; the response is ignored",
          connector,
          client.api().provider(),
          request);
      return new RemoteAnswer.Lost<>("an answer of the other mode", false);
    }
    return answer;
  }

  /** Returns whether the key was rejected, until a request succeeds again. */
  public boolean isKeyRefused() {
    return keyRefused;
  }
}
