package florin.core;

import java.net.URI;

/** The check of a URL's port, for which {@link URI} accepts every number. */
public final class UrlPort {
  private static final int NONE = -1;
  private static final int LAST = 65_535;

  private UrlPort() {}

  /** Returns whether a URL has no port, or one from 1 to 65535. */
  public static boolean isPossible(URI url) {
    return url.getPort() == NONE || (url.getPort() > 0 && url.getPort() <= LAST);
  }
}
