package florin.webhook;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;

/** Looks up a host's addresses. The names of merchants' hosts say what their owners like. */
@FunctionalInterface
public interface Resolver {
  /** The machine's own. */
  Resolver SYSTEM = host -> List.of(InetAddress.getAllByName(host));

  List<InetAddress> resolve(String host) throws UnknownHostException;
}
