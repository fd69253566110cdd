package florin.core;

import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * The right to call some routes of the API. Each route names its scope, and each key has a set of
 * them: a secret key has all, a publishable key has a fixed few, and a restricted key has those
 * that its maker chose.
 */
public enum Scope {
  PAYMENTS_READ,
  PAYMENTS_CREATE,
  PAYMENTS_UPDATE,
  PAYMENTS_CAPTURE,
  PAYMENTS_CANCEL,
  /** Reads the payer's view of one payment, with its client secret. */
  PAYMENTS_CLIENT(Use.OF_BROWSERS),
  REFUNDS_READ,
  REFUNDS_CREATE,
  REFUNDS_UPDATE,
  REFUNDS_CANCEL,
  DISPUTES_READ,
  /** Changes evidence, and sends it to the bank. */
  DISPUTES_WRITE,
  /** Accepts a dispute, so that the payer keeps the money. */
  DISPUTES_ACCEPT,
  BRAKES_READ,
  BRAKES_WRITE,
  LISTS_READ,
  LISTS_WRITE,
  SETUPS_READ,
  SETUPS_WRITE,
  CUSTOMERS_READ,
  CUSTOMERS_WRITE,
  PAYMENT_METHODS_READ,
  PAYMENT_METHODS_CREATE,
  PAYMENT_METHODS_WRITE,
  MANDATES_READ,
  MANDATES_WRITE,
  CHECKOUT_SESSIONS_READ,
  CHECKOUT_SESSIONS_WRITE,
  PAYMENT_LINKS_READ,
  PAYMENT_LINKS_WRITE,
  EVENTS_READ,
  EVENTS_RESEND,
  WEBHOOKS_READ,
  WEBHOOKS_WRITE,
  BALANCE_READ,
  BALANCE_REFRESH,
  PAYOUTS_READ,
  PAYOUTS_CONFIRM,
  REPORTS_READ,
  REPORTS_CLOSE,
  FEE_CONTRACTS_READ,
  FEE_CONTRACTS_WRITE,
  SETTLEMENTS_READ,
  SETTLEMENTS_WRITE,
  CONNECTORS_READ,
  CONNECTORS_WRITE,
  RECEIVING_ACCOUNTS_READ,
  RECEIVING_ACCOUNTS_WRITE,
  BANK_STATEMENTS_READ,
  BANK_STATEMENTS_WRITE,
  UNAPPLIED_FUNDS_READ,
  UNAPPLIED_FUNDS_ASSIGN,
  UNAPPLIED_FUNDS_RETURN,
  PAYMENT_FILES_READ,
  PAYMENT_FILES_WRITE,
  /** Downloads a payment file, which orders payouts at the bank. */
  PAYMENT_FILES_DOWNLOAD,
  /** Creates, rolls and revokes restricted keys that have no right which the caller lacks. */
  KEYS_WRITE,
  SANDBOXES_READ,
  /** Creates, advances, resets and deletes sandboxes. */
  SANDBOXES_WRITE,
  /** Creates what only test mode has, such as simulated bank transfers. */
  TEST_WRITE;

  /** The keys that can have a scope. */
  private enum Use {
    OF_SERVERS,
    /** Only publishable keys. */
    OF_BROWSERS
  }

  private static final String ANY = "*";
  private static final List<Scope> VALUES = List.of(values());

  /** All scopes, which a secret key has. */
  public static final Set<Scope> ALL = Collections.unmodifiableSet(EnumSet.allOf(Scope.class));

  /** The scopes of a publishable key, which anyone can read in a web page. */
  public static final Set<Scope> OF_PUBLISHABLE_KEYS =
      Collections.unmodifiableSet(EnumSet.of(PAYMENTS_CLIENT, PAYMENT_METHODS_CREATE));

  private final Use use;
  private final String resource;
  private final String action;

  Scope() {
    this(Use.OF_SERVERS);
  }

  Scope(Use use) {
    this.use = use;
    String name = name().toLowerCase(Locale.ROOT);
    int last = name.lastIndexOf('_');
    this.resource = name.substring(0, last);
    this.action = name.substring(last + 1);
  }

  /** Returns its text, such as `payments:read`. */
  public String text() {
    return resource + ":" + action;
  }

  /** Returns whether a restricted key can have it. */
  public boolean isGrantable() {
    return use == Use.OF_SERVERS;
  }

  public static Optional<Scope> find(String text) {
    return VALUES.stream().filter(scope -> scope.text().equals(text)).findFirst();
  }

  /**
   * Returns the grantable scopes that a text names: one scope, all of a resource (`payments:*`), or
   * one action of all (`*:read`). Empty if it names none.
   */
  public static Set<Scope> named(String text) {
    int colon = text.indexOf(':');
    var found = EnumSet.noneOf(Scope.class);
    if (colon > 0 && !text.equals(ANY + ":" + ANY)) {
      String resource = text.substring(0, colon);
      String action = text.substring(colon + 1);
      Arrays.stream(values())
          .filter(Scope::isGrantable)
          .filter(scope -> resource.equals(ANY) || scope.resource.equals(resource))
          .filter(scope -> action.equals(ANY) || scope.action.equals(action))
          .forEach(found::add);
    }
    return Collections.unmodifiableSet(found);
  }
}
