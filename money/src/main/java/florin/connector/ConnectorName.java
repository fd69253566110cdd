package florin.connector;

import florin.core.Id.ConnectorId;

/**
 * The connector of a payment or attempt.
 *
 * @param id the instance's id `cn_…`, or a word for a connector that all realms share
 * @param kind the kind of connector, for example `simulator`; shown as `outcome.connector`
 */
public record ConnectorName(String id, String kind) {
  /** Returns whether a realm has set it up, in contrast to one that all realms share. */
  public boolean isOfRealm() {
    return ConnectorId.KIND.parse(id).isPresent();
  }

  @Override
  public String toString() {
    return id;
  }
}
