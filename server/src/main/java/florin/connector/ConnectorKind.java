package florin.connector;

/** What speaks to one provider, for every realm that has set it up with keys of its own. */
public interface ConnectorKind {
  /** A stable name, for example `stripe`: stored, and shown as `outcome.connector`. */
  String kind();

  /**
   * @param exchanges of this instance alone
   */
  Connector open(ConnectorSetup setup, Exchanges exchanges);
}
