package florin.config;

/**
 * The operator's settings or words cannot be used; the message says which, why, and what is
 * expected.
 */
public final class ConfigException extends RuntimeException {
  public ConfigException(String message) {
    super(message);
  }
}
