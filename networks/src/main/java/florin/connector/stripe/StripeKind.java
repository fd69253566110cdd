package florin.connector.stripe;

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
import java.util.Optional;

/** The kind of connector for Stripe's hosted Checkout page. */
public final class StripeKind implements ConnectorKind, AutoCloseable {
  public static final String KIND = "stripe";

  private final InstantSource clock;
  private final boolean genuine;
  private final RemoteClient<StripeError> client;
  private final RemoteClient<StripeError> files;

  /**
   * Creates the kind.
   *
   * @param standIn the URL of an emulator in place of Stripe, without a trailing slash; for test
   *     mode only
   * @param clock the clock by which exchanges are written
   */
  public StripeKind(Optional<URI> standIn, InstantSource clock) {
    this(
        new RemoteClient<>(new StripeApi(), standIn.orElse(StripeApi.STRIPE)),
        new RemoteClient<>(new StripeApi(), standIn.orElse(StripeApi.FILES)),
        standIn.isEmpty(),
        clock);
  }

  StripeKind(RemoteClient<StripeError> client, boolean genuine, InstantSource clock) {
    this(client, client, genuine, clock);
  }

  private StripeKind(
      RemoteClient<StripeError> client,
      RemoteClient<StripeError> files,
      boolean genuine,
      InstantSource clock) {
    this.client = client;
    this.files = files;
    this.genuine = genuine;
    this.clock = clock;
  }

  @Override
  public String kind() {
    return KIND;
  }

  @Override
  public ConnectorForm form() {
    return StripeSettings.FORM;
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
    StripeSettings settings = settings(setup);
    var line = new RemoteLine<>(setup.id().text(), client, settings.key(), settings.live());
    var uploads = new RemoteLine<>(setup.id().text(), files, settings.key(), settings.live());
    return new StripeConnector(
        setup.id(),
        new StripeAccount(
            setup.realm(), settings.live(), line, new RemoteExchanges(exchanges, clock)),
        new StripeDisputes(line, uploads),
        settings.methods(),
        new StripeWebhooks(settings.signingSecrets(), settings.live()));
  }

  @Override
  public CheckReport check(ConnectorSetup setup, Exchanges exchanges, Deadline deadline) {
    return new StripeCheck(setup.id().text(), client, settings(setup)).run(deadline);
  }

  @Override
  public ProviderSecrets subscribe(ConnectorSetup setup, URI address, Deadline deadline) {
    StripeSettings settings = settings(setup);
    var line = new RemoteLine<>(setup.id().text(), client, settings.key(), settings.live());
    return new StripeSubscription(line, settings.signingSecrets()).to(address, deadline);
  }

  /** Reads the settings. A live key is used only with Stripe itself. */
  private StripeSettings settings(ConnectorSetup setup) {
    StripeSettings settings = StripeSettings.of(setup);
    if (settings.live() && !genuine) {
      throw new ConnectorSetupException(
          "FLORIN_STRIPE_URL is set, so live keys are not used. Unset it and restart the service.");
    }
    return settings;
  }

  @Override
  public void close() {
    client.close();
    files.close();
  }
}
