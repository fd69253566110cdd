package florin.connector;

import florin.connector.ConnectorSetup.ProviderSecrets;
import java.net.URI;

/**
 * The kind of connector for one provider. It serves each realm that has set it up with keys of its
 * own.
 */
public interface ConnectorKind {
  /** Thrown if a realm's setup does not work at the provider. Its message says what to do. */
  final class ConnectorSetupException extends RuntimeException {
    /**
     * Creates the exception.
     *
     * @param message for people; quotes no secret
     */
    public ConnectorSetupException(String message) {
      super(message);
    }
  }

  /**
   * Returns a stable name, for example `stripe`. It is stored, and shown as `outcome.connector`.
   */
  String kind();

  /**
   * Opens a connector.
   *
   * @param exchanges the exchanges of this instance only
   */
  Connector open(ConnectorSetup setup, Exchanges exchanges);

  /** Returns the form that a merchant fills in. */
  ConnectorForm form();

  /**
   * Returns whether the setup leads to the kind's real provider. A connector that leads elsewhere,
   * to an emulator for example, can't be enabled for live payments, whatever its check found.
   */
  default boolean isGenuine(ConnectorSetup setup) {
    return true;
  }

  /**
   * Tests the setup against the provider. With the sandbox key, it tests all that a payment needs.
   * With a live key, it makes only requests that move no money.
   *
   * @param setup of a live connector it holds keys of both modes
   */
  CheckReport check(ConnectorSetup setup, Exchanges exchanges, Deadline deadline);

  /**
   * Configures the provider to send its webhooks to a URL, and removes an earlier URL.
   *
   * @param address a public https URL
   * @return the secrets that verify webhooks, to be stored with the credentials
   * @throws ConnectorSetupException if the provider rejects the request, with a message that says
   *     what to do
   */
  default ProviderSecrets subscribe(ConnectorSetup setup, URI address, Deadline deadline) {
    return ProviderSecrets.NONE;
  }
}
