package florin.team;

import java.util.List;
import java.util.Locale;

/** A member's role in an account, from the most to the least powerful. */
public enum Role {
  OWNER,
  ADMIN,
  DEVELOPER,
  FINANCE,
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
      case FINANCE -> "money: refunds, statements, payment files, exports";
      case SUPPORT -> "captures, cancels and refunds payments";
      case VIEWER -> "views everything, changes nothing";
    };
  }

  /** Returns the three lines of the role's card: what it sees, what it changes, and its limits. */
  public List<String> lines() {
    return switch (this) {
      case OWNER ->
          List.of(
              "Everything that an admin can do",
              "Adds and removes owners",
              "Lets live API keys change settings");
      case ADMIN ->
          List.of(
              "Payments, and refunds of any amount",
              "Members, business, connectors, bank accounts",
              "Live keys and the audit log");
      case DEVELOPER ->
          List.of(
              "Sees and exports payments and customers",
              "Test keys, webhooks, events, logs",
              "No refunds, no live keys");
      case FINANCE ->
          List.of(
              "Sees and exports payments, refunds, customers, bank transfers",
              "Refunds below the limit, statements, payment files, credits",
              "No keys, no webhooks, no members");
      case SUPPORT ->
          List.of(
              "Sees and exports payments and customers",
              "Captures, cancels, refunds below the limit, edits customers",
              "No keys, no statements, no payment files");
      case VIEWER ->
          List.of(
              "Sees payments, customers, bank transfers, events, team",
              "Saves views of lists",
              "Changes and exports nothing");
    };
  }

  static Role of(String text) {
    return valueOf(text.toUpperCase(Locale.ROOT));
  }
}
