package florin;

/** The operator's settings cannot be used; the message says which, why, and what is expected. */
final class ConfigException extends RuntimeException {
  ConfigException(String message) {
    super(message);
  }
}
