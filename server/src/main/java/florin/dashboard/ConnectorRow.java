package florin.dashboard;

import florin.connector.ConnectorForm;
import florin.connector.instance.Instance;
import florin.connector.instance.Instance.LastCheck;
import florin.connector.instance.Setups.ConnectorSummary;
import florin.core.Id.ConnectorId;
import java.time.Instant;
import java.util.Optional;

/**
 * A connector as pages show it.
 *
 * @param provider the name of its kind, for people
 * @param inUse whether payments use it
 * @param check `passed` or `failed`; empty if the settings were not checked
 */
public record ConnectorRow(
    String id,
    String name,
    String provider,
    String status,
    boolean inUse,
    Optional<String> check,
    Optional<Instant> checked,
    Instant created) {
  static ConnectorRow of(ConnectorSummary summary, Optional<ConnectorId> inUse) {
    Instance instance = summary.instance();
    Optional<LastCheck> last = instance.state().check();
    return new ConnectorRow(
        instance.id().text(),
        instance.provider().name(),
        summary.form().map(ConnectorForm::label).orElse(instance.provider().kind()),
        instance.status().text(),
        inUse.equals(Optional.of(instance.id())),
        last.map(it -> it.report().hasPassed() ? "passed" : "failed"),
        last.map(LastCheck::at),
        instance.created());
  }

  public String path() {
    return ConnectorPages.PATH + "/" + id;
  }

  public boolean isEnabled() {
    return status.equals("enabled");
  }

  public boolean isDraft() {
    return status.equals("draft");
  }
}
