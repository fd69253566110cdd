package florin.app;

import florin.connector.Connector;
import florin.connector.ConnectorName;
import florin.connector.Connectors;
import florin.connector.PaymentNeeds;
import florin.core.ErrorCode;
import florin.core.Id.ConnectorId;
import florin.core.Problem;
import florin.core.Realm;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Connectors that accept no new payment while the disk is nearly full. Payments in progress
 * continue, and so do captures, refunds and cancels.
 *
 * @param isScarce whether the disk is nearly full
 */
record ConnectorsWithRoom(Connectors all, BooleanSupplier isScarce) implements Connectors {
  private static final Duration RETRY_AFTER = Duration.ofSeconds(30);

  @Override
  public List<Connector> listEnabled(Realm realm) {
    return all.listEnabled(realm);
  }

  @Override
  public List<Connector> route(Realm realm, PaymentNeeds needs) {
    return all.route(realm, needs);
  }

  @Override
  public Optional<Connector> findFor(
      Realm realm, PaymentNeeds needs, Optional<ConnectorId> wanted) {
    if (isScarce.getAsBoolean()) {
      throw new Problem.Unavailable(
              ErrorCode.DATABASE_UNAVAILABLE,
              "The database's disk is nearly full, so Florin starts no new payments. Repeat the request later; nothing was done.",
              RETRY_AFTER)
          .refusal();
    }
    return all.findFor(realm, needs, wanted);
  }

  @Override
  public boolean takesPayments(Realm realm) {
    return all.takesPayments(realm);
  }

  @Override
  public Optional<Connector> find(Realm realm, ConnectorName name) {
    return all.find(realm, name);
  }

  @Override
  public Optional<Connector> findUsable(Realm realm, ConnectorName name) {
    return all.findUsable(realm, name);
  }
}
