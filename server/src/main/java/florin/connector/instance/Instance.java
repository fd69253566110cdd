package florin.connector.instance;

import florin.connector.ConnectorName;
import florin.core.Id.ConnectorId;
import florin.core.Realm;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A connector that a realm has set up, as it is stored.
 *
 * @param version raised by every change
 * @param sealed its credentials
 * @param noticeToken the part of its address for notices that nobody can guess
 */
public record Instance(
    Realm realm,
    ConnectorId id,
    int version,
    Provider provider,
    Status status,
    Optional<String> sealed,
    String noticeToken,
    Instant created) {

  /**
   * @param kind what speaks to it
   * @param name the merchant's word for it
   * @param settings what is no secret
   */
  public record Provider(String kind, String name, Map<String, String> settings) {
    public Provider {
      settings = Map.copyOf(settings);
    }
  }

  /** Whether it is given anything new. What was begun is finished in every one. */
  public enum Status {
    DRAFT,
    ENABLED,
    DISABLED;

    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }

    static Status of(String text) {
      return valueOf(text.toUpperCase(Locale.ROOT));
    }
  }

  ConnectorName name() {
    return new ConnectorName(id.text(), provider.kind());
  }

  public Instance with(Status next) {
    return new Instance(realm, id, version + 1, provider, next, sealed, noticeToken, created);
  }
}
