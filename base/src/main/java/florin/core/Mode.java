package florin.core;

import java.util.Locale;

/**
 * The mode of a realm. Test mode uses the simulator or a provider's sandbox; live mode moves money.
 */
public enum Mode {
  TEST,
  LIVE;

  public boolean isLive() {
    return this == LIVE;
  }

  /** Returns `test` or `live`, as in keys, SQL and JSON. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
