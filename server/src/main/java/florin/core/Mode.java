package florin.core;

import java.util.Locale;

/** Test mode talks to the simulator; live mode moves money. */
public enum Mode {
  TEST,
  LIVE;

  public boolean isLive() {
    return this == LIVE;
  }

  /** `test` or `live`, as it stands in keys, SQL and JSON. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
