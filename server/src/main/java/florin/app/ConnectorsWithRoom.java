package florin.app;

import florin.connector.Connector;
import florin.connector.ConnectorName;
import florin.connector.Connectors;
import florin.connector.Credential;
import florin.core.Currency;
import florin.core.ErrorCode;
import florin.core.Problem;
import florin.core.Realm;
import java.time.Duration;
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
  public Optional<Connector> findFor(Realm realm) {
    return all.findFor(realm);
  }

  @Override
  public Optional<Connector> findFor(Realm realm, Credential credential, Currency currency) {
    if (isScarce.getAsBoolean()) {
      throw new Problem.Unavailable(
              ErrorCode.DATABASE_UNAVAILABLE,
              "The database's disk is nearly full, so Florin starts no new payments. Repeat the request later; nothing was done.",
              RETRY_AFTER)
          .refusal();
    }
    return all.findFor(realm, credential, currency);
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
