package florin.connector;

import florin.core.Mode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The connectors of this installation. Test mode and live mode never share one. */
public final class Connectors {
  /** For whoever makes a live key where there is none for live mode. */
  public static final String NO_LIVE_PAYMENTS =
      "Live payments do not work yet: no connector for them is configured on this installation, so a live card is refused.";

  private final Map<String, Connector> byId = new LinkedHashMap<>();

  public Connectors(List<Connector> connectors) {
    connectors.forEach(connector -> byId.put(connector.id(), connector));
  }

  /** Where a new payment goes; empty when the operator has configured none for the mode. */
  public Optional<Connector> findFor(Mode mode) {
    return byId.values().stream()
        .filter(connector -> connector.capabilities().live() == mode.isLive())
        .findFirst();
  }

  /** Where an earlier attempt went; empty when that connector is not configured any more. */
  public Optional<Connector> find(String id) {
    return Optional.ofNullable(byId.get(id));
  }
}
