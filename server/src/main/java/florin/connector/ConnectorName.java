package florin.connector;

import florin.core.Id.ConnectorId;

/**
 * Which connector something went to.
 *
 * @param id of the instance: `cn_…`, or, where there is one for all, a word
 * @param kind what speaks to the network, for example `simulator`: shown as `outcome.connector`
 */
public record ConnectorName(String id, String kind) {
  /** Whether it is one that a realm has set up, rather than one for all. */
  public boolean isOfRealm() {
    return ConnectorId.KIND.parse(id).isPresent();
  }

  @Override
  public String toString() {
    return id;
  }
}
