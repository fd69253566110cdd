package florin.instrument;

import florin.connector.Credential;
import florin.connector.PlainCard;
import java.time.Instant;
import java.util.Optional;

/** What can be said of a credential without a network. */
public final class InstrumentCheck {
  private InstrumentCheck() {}

  /** Empty when it can be right. */
  public static Optional<CardFault> check(Credential credential, Instant now) {
    return switch (credential) {
      case PlainCard card -> CardCheck.check(card, now);
      case Credential.Page _, Credential.Transfer _ -> Optional.empty();
    };
  }
}
