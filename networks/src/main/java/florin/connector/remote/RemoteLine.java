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
    String provider = client.api().provider();
    if (answer instanceof RemoteAnswer.KeyRefused(String detail)) {
      keyRefused = true;
      LOG.error(
          "{}: {} rejected the key for {}, {}: check the key and its permissions",
          connector,
          provider,
          request,
          detail);
    } else if (answer instanceof RemoteAnswer.Done(RemoteObject object)) {
      keyRefused = false;
      if (client.api().isOfOtherMode(object, live)) {
        LOG.error(
            "{}: {} responded to {} in the other mode; the response is ignored",
            connector,
            provider,
            request);
        return new RemoteAnswer.Lost<>("an answer of the other mode", false);
      }
    }
    return answer;
  }

  /** Returns whether the key was rejected, until a request succeeds again. */
  public boolean isKeyRefused() {
    return keyRefused;
  }
}
