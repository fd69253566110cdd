package florin.http;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SocketChannel;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.jetty.io.SelectorManager;
import org.eclipse.jetty.util.IO;

/**
 * Closes a new connection immediately if its address has reached its limit; trusted proxies have no
 * limit.
 */
final class ConnectionsPerAddress implements SelectorManager.AcceptListener {
  private static final int SHARES_OF_LOOPBACK = 2;

  private final int bound;
  private final ClientAddresses addresses;
  private final PerAddress connections = new PerAddress();

  /** The addresses of open channels, because a closed channel no longer has its address. */
  private final Map<SelectableChannel, String> counted = new ConcurrentHashMap<>();

  ConnectionsPerAddress(int bound, ClientAddresses addresses) {
    this.bound = bound;
    this.addresses = addresses;
  }

  @Override
  public void onAccepting(SelectableChannel channel) {
    try {
      addresses
          .find(((SocketChannel) channel).getRemoteAddress())
          .ifPresent(address -> count(channel, address));
    } catch (IOException gone) {
      IO.close(channel);
    }
  }

  @Override
  public void onAcceptFailed(SelectableChannel channel, Throwable cause) {
    onClosed(channel);
  }

  @Override
  public void onClosed(SelectableChannel channel) {
    String address = counted.remove(channel);
    if (address != null) {
      connections.give(address, 1);
    }
  }

  private void count(SelectableChannel channel, InetAddress client) {
    String address = ClientAddresses.counted(client);
    int most = client.isLoopbackAddress() ? SHARES_OF_LOOPBACK * bound : bound;
    if (connections.tryTake(address, 1, most)) {
      counted.put(channel, address);
    } else {
      IO.close(channel);
    }
  }
}
