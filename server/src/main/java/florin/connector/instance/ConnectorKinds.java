package florin.connector.instance;

import florin.connector.ConnectorKind;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The kinds of connector that this program supports, by name, in the order in which merchants see
 * them.
 */
public final class ConnectorKinds {
  private final Map<String, ConnectorKind> kinds = new LinkedHashMap<>();

  public ConnectorKinds(List<ConnectorKind> kinds) {
    kinds.forEach(kind -> this.kinds.put(kind.kind(), kind));
  }

  public Optional<ConnectorKind> find(String kind) {
    return Optional.ofNullable(kinds.get(kind));
  }

  public List<ConnectorKind> list() {
    return List.copyOf(kinds.values());
  }

  List<String> names() {
    return List.copyOf(kinds.keySet());
  }
}
