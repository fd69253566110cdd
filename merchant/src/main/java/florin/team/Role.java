package florin.team;

import java.util.Locale;

/** A member's role in an account, from the most to the least powerful. */
public enum Role {
  OWNER,
  ADMIN,
  DEVELOPER,
  SUPPORT,
  VIEWER;

  /** Returns the name in SQL. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns the name for people. */
  public String title() {
    return name().charAt(0) + text().substring(1);
  }

  /** Returns the purpose of the role. */
  public String words() {
    return switch (this) {
      case OWNER -> "everything, including owners";
      case ADMIN -> "everything except adding owners";
      case DEVELOPER -> "keys, webhooks, logs; sees payments";
      case SUPPORT -> "captures, cancels and refunds payments";
      case VIEWER -> "views everything, changes nothing";
    };
  }

  static Role of(String text) {
    return valueOf(text.toUpperCase(Locale.ROOT));
  }
}
