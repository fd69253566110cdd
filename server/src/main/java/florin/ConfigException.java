package florin;

/**
 * The operator's settings or words cannot be used; the message says which, why, and what is
 * expected.
 */
final class ConfigException extends RuntimeException {
  ConfigException(String message) {
    super(message);
  }
}
