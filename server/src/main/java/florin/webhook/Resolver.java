package florin.webhook;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;

/** Resolves a host's addresses. Merchants control what the names of their hosts return. */
@FunctionalInterface
public interface Resolver {
  /** The resolver of the operating system. */
  Resolver SYSTEM = host -> List.of(InetAddress.getAllByName(host));

  List<InetAddress> resolve(String host) throws UnknownHostException;
}
