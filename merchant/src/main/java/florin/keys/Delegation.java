package florin.keys;

import florin.account.ApiKey;
import florin.core.AddressRange;
import florin.core.Caller;
import florin.core.Caller.KeyKind;
import florin.core.DailyLimits;
import florin.core.DailyLimits.DailyLimit;
import florin.core.ErrorCode;
import florin.core.KeyRights;
import florin.core.Problem;
import florin.core.Refusal;
import florin.core.Scope;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The rights that one key may give to another: never more than it has itself. A key whose daily
 * limits apply to another shares their use with it, so that ten keys can't do more than one.
 *
 * @param own the key of the caller
 */
record Delegation(ApiKey own) {
  /**
   * Returns the rights of a new key. What the caller doesn't limit, it inherits.
   *
   * @throws Refusal if the caller lacks a right
   */
  KeyRights rights(
      Caller caller, Set<Scope> scopes, List<DailyLimit> limits, List<AddressRange> addresses) {
    scopes.forEach(caller::require);
    if (own.kind() == KeyKind.SECRET) {
      return new KeyRights(scopes, DailyLimits.of(limits), addresses);
    }
    var all = new ArrayList<>(limits);
    for (DailyLimit mine : own.rights().limits().list()) {
      if (scopes.contains(mine.scope())) {
        add(all, limits, mine);
      }
    }
    DailyLimits ours = own.rights().limits();
    return new KeyRights(
        scopes,
        ours.list().isEmpty()
            ? DailyLimits.of(all)
            : new DailyLimits(ours.lineage(), ours.zone(), all),
        within(addresses));
  }

  /** Requires that the wanted limits are within one of the caller's, or adds it. */
  private static void add(List<DailyLimit> all, List<DailyLimit> wanted, DailyLimit mine) {
    List<DailyLimit> ofKind =
        wanted.stream()
            .filter(limit -> limit.scope() == mine.scope())
            .filter(limit -> limit.currency().isPresent() == mine.currency().isPresent())
            .toList();
    Optional<DailyLimit> same =
        ofKind.stream().filter(limit -> limit.currency().equals(mine.currency())).findFirst();
    if (same.isPresent()) {
      if (same.get().most() > mine.most()) {
        throw wrong("daily_limits", "must not exceed the limits of your key: " + mine.text() + ".");
      }
    } else if (ofKind.isEmpty()) {
      all.add(mine);
    }
  }

  /** Requires amounts only in the currencies of the caller's key. */
  void requireCurrencies(List<DailyLimit> wanted) {
    for (DailyLimit limit : wanted) {
      List<DailyLimit> mine =
          own.rights().limits().of(limit.scope()).stream()
              .filter(it -> it.currency().isPresent())
              .toList();
      if (limit.currency().isPresent()
          && !mine.isEmpty()
          && mine.stream().noneMatch(it -> it.currency().equals(limit.currency()))) {
        throw wrong(
            "daily_limits", "must be in a currency of the limits of your key for that scope.");
      }
    }
  }

  private List<AddressRange> within(List<AddressRange> wanted) {
    List<AddressRange> mine = own.rights().addresses();
    if (wanted.isEmpty() || mine.isEmpty()) {
      return wanted.isEmpty() ? mine : wanted;
    }
    for (AddressRange range : wanted) {
      if (mine.stream().noneMatch(it -> it.bits() <= range.bits() && it.contains(range.base()))) {
        throw wrong("addresses", "must be within the address ranges of your key.");
      }
    }
    return wanted;
  }

  /** Returns the end of a new key, at the end of the caller's at the latest. */
  Optional<Instant> end(Optional<Instant> wanted) {
    if (wanted.isPresent()
        && own.expires().isPresent()
        && wanted.get().isAfter(own.expires().get())) {
      throw wrong("expires_at", "must not be after the end of your key.");
    }
    return wanted.or(own::expires);
  }

  /**
   * Requires that the caller may roll or revoke a key: it is restricted, and has no right that the
   * caller lacks. A secret key may do so with each restricted key.
   */
  void require(ApiKey key) {
    if (key.kind() != KeyKind.RESTRICTED) {
      throw new Problem.BadRequest(
              ErrorCode.PARAMETER_INVALID,
              "The API changes restricted keys only. Use the dashboard for other keys; nothing was changed.")
          .refusal();
    }
    if (own.kind() != KeyKind.SECRET && !covers(key)) {
      throw new Problem.Forbidden(
              ErrorCode.SCOPE_MISSING,
              "This key has rights that your API key lacks. Use a secret key, or the dashboard; nothing was changed.")
          .refusal();
    }
  }

  private boolean covers(ApiKey key) {
    KeyRights rights = key.rights();
    boolean isLimited =
        own.rights().limits().list().stream()
            .anyMatch(limit -> rights.scopes().contains(limit.scope()));
    return own.rights().scopes().containsAll(rights.scopes())
        && (!isLimited || own.rights().limits().lineage().equals(rights.limits().lineage()))
        && own.rights().limits().list().stream()
            .filter(limit -> rights.scopes().contains(limit.scope()))
            .allMatch(limit -> isWithin(rights.limits(), limit))
        && (own.rights().addresses().isEmpty()
            || own.rights().addresses().equals(rights.addresses()))
        && (own.expires().isEmpty() || own.id().equals(key.id()));
  }

  private static boolean isWithin(DailyLimits limits, DailyLimit mine) {
    return limits.of(mine.scope()).stream()
        .anyMatch(it -> it.currency().equals(mine.currency()) && it.most() <= mine.most());
  }

  private static Refusal wrong(String field, String words) {
    return Problem.BadParameters.of(field, ErrorCode.PARAMETER_INVALID, field + " " + words)
        .refusal();
  }
}
