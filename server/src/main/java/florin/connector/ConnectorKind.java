package florin.connector;

import florin.connector.ConnectorSetup.ProviderSecrets;
import java.net.URI;

/** What speaks to one provider, for every realm that has set it up with keys of its own. */
public interface ConnectorKind {
  /** A stable name, for example `stripe`: stored, and shown as `outcome.connector`. */
  String kind();

  /**
   * @param exchanges of this instance alone
   */
  Connector open(ConnectorSetup setup, Exchanges exchanges);

  /** What a merchant is asked for. */
  ConnectorForm form();

  /**
   * Whether what was set leads to where this kind leads by itself. One that leads elsewhere, to a
   * stand-in say, is never given real money, whatever its check has come to.
   */
  default boolean isGenuine(ConnectorSetup setup) {
    return true;
  }

  /**
   * Tries what was set against the provider: with the keys of its sandbox all that a payment needs,
   * with those of real money only what moves none.
   *
   * @param setup of a live one: both kinds of keys
   */
  CheckReport check(ConnectorSetup setup, Exchanges exchanges, Deadline deadline);

  /**
   * Has the provider send its webhooks to an address, and forgets what it was sent to before.
   *
   * @param address public, and https
   * @return the secrets that are to be kept beside the credentials, with which webhooks are
   *     verified
   * @throws ConnectorSetupException when the provider refuses, with a sentence that says what to do
   */
  default ProviderSecrets subscribe(ConnectorSetup setup, URI address, Deadline deadline) {
    return ProviderSecrets.NONE;
  }
}
