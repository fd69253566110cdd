package florin.dashboard.books;

import florin.connector.instance.Instances;
import florin.core.PageRequest;
import florin.core.Realm;
import florin.dashboard.parts.CodeText;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The names of a realm's connectors.
 *
 * @param names by id. The simulator, and connectors beyond the newest, are not in it
 */
public record ConnectorNames(Map<String, String> names) {
  public ConnectorNames {
    names = Map.copyOf(names);
  }

  public static ConnectorNames of(Instances instances, Realm realm) {
    return new ConnectorNames(
        instances.list(realm, PageRequest.first(PageRequest.MAX_LIMIT)).data().stream()
            .map(summary -> summary.instance())
            .collect(Collectors.toMap(it -> it.id().text(), it -> it.provider().name())));
  }

  public String of(String connector) {
    String name = names.get(connector);
    return name != null ? name : CodeText.of(connector);
  }
}
