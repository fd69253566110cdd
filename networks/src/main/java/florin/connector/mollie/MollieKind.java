package florin.connector.mollie;

import florin.connector.CheckReport;
import florin.connector.Connector;
import florin.connector.ConnectorForm;
import florin.connector.ConnectorKind;
import florin.connector.ConnectorKind.ConnectorSetupException;
import florin.connector.ConnectorSetup;
import florin.connector.ConnectorSetup.ProviderSecrets;
import florin.connector.Deadline;
import florin.connector.Exchanges;
import florin.connector.remote.RemoteClient;
import florin.connector.remote.RemoteExchanges;
import florin.connector.remote.RemoteLine;
import java.net.URI;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;

/** The kind of connector for Mollie's hosted page. */
public final class MollieKind implements ConnectorKind, AutoCloseable {
  public static final String KIND = "mollie";

  private final InstantSource clock;
  private final boolean genuine;
  private final RemoteClient<MollieError> client;

  /**
   * Creates the kind.
   *
   * @param standIn the URL of an emulator in place of Mollie, without a trailing slash; for test
   *     mode only
   * @param clock the clock by which exchanges are written
   */
  public MollieKind(Optional<URI> standIn, InstantSource clock) {
    this(
        new RemoteClient<>(new MollieApi(), standIn.orElse(MollieApi.MOLLIE)),
        standIn.isEmpty(),
        clock);
  }

  MollieKind(RemoteClient<MollieError> client, boolean genuine, InstantSource clock) {
    this.client = client;
    this.genuine = genuine;
    this.clock = clock;
  }

  @Override
  public String kind() {
    return KIND;
  }

  @Override
  public ConnectorForm form() {
    return MollieSettings.FORM;
  }

  @Override
  public boolean isGenuine(ConnectorSetup setup) {
    return genuine;
  }

  /**
   * Opens a connector.
   *
   * @throws ConnectorSetupException if the setup can't be used, or is not allowed
   */
  @Override
  public Connector open(ConnectorSetup setup, Exchanges exchanges) {
    MollieSettings settings = settings(setup);
    var line = new RemoteLine<>(setup.id().text(), client, settings.key(), settings.live());
    var account =
        new MollieAccount(
            setup.realm(),
            settings.live(),
            line,
            new MollieOffers(line),
            new RemoteExchanges(exchanges, clock));
    return new MollieConnector(
        setup.id(),
        account,
        settings,
        organization(setup, settings)
            .map(organization -> new MollieSettlements(account, organization)));
  }

  @Override
  public CheckReport check(ConnectorSetup setup, Exchanges exchanges, Deadline deadline) {
    MollieSettings settings = settings(setup);
    return new MollieCheck(setup.id().text(), client, settings, organization(setup, settings))
        .run(deadline);
  }

  /**
   * Returns the connection with the organization token. In test mode, Mollie has no settlements and
   * would return those of live mode.
   */
  private Optional<RemoteLine<MollieError>> organization(
      ConnectorSetup setup, MollieSettings settings) {
    return settings
        .organizationToken()
        .filter(_ -> settings.live() || !genuine)
        .map(token -> new RemoteLine<>(setup.id().text(), client, token, settings.live()));
  }

  /** Returns the URL, because Mollie gets it with each payment. */
  @Override
  public ProviderSecrets subscribe(ConnectorSetup setup, URI address, Deadline deadline) {
    return new ProviderSecrets(Map.of(MollieSettings.WEBHOOK_URL, address.toString()));
  }

  /** Reads the settings. A live key is used only with Mollie itself. */
  private MollieSettings settings(ConnectorSetup setup) {
    MollieSettings settings = MollieSettings.of(setup);
    if (settings.live() && !genuine) {
      throw new ConnectorSetupException(
          "FLORIN_MOLLIE_URL is set, so live keys are not used. Unset it and restart the service.");
    }
    return settings;
  }

  @Override
  public void close() {
    client.close();
  }
}
