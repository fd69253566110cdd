package florin.app;

import florin.config.ConfigException;

/**
 * A valid command that failed; the message says why, and what to do. An invalid command is a {@link
 * ConfigException}: a supervisor need not retry it.
 */
public final class CommandFailure extends RuntimeException {
  public CommandFailure(String message) {
    super(message);
  }
}
