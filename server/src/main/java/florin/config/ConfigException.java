package florin.config;

/** An invalid setting or argument; the message says which, why, and what is expected. */
public final class ConfigException extends RuntimeException {
  public ConfigException(String message) {
    super(message);
  }
}
