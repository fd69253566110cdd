package florin.app;

import florin.config.ConfigException;

/**
 * What was asked for was understood and could not be done; the message says why, and what to do
 * about it. What was asked for wrongly is a {@link ConfigException}: whoever watches over the
 * process need not try that again.
 */
public final class CommandFailure extends RuntimeException {
  public CommandFailure(String message) {
    super(message);
  }
}
