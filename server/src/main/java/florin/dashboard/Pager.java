package florin.dashboard;

import java.util.Optional;

/** The ways to the pages before and after this one of a list; empty where there is none. */
public record Pager(Optional<String> newer, Optional<String> older) {
  public static final Pager NONE = new Pager(Optional.empty(), Optional.empty());

  public boolean isNeeded() {
    return newer.isPresent() || older.isPresent();
  }
}
