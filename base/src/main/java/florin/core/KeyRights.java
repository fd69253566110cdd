package florin.core;

import florin.core.Caller.KeyKind;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * The rights of a key, in its one realm.
 *
 * @param addresses the ranges from which it is accepted; empty for all
 */
public record KeyRights(Set<Scope> scopes, DailyLimits limits, List<AddressRange> addresses) {
  private static final KeyRights OF_SECRET_KEYS =
      new KeyRights(Scope.ALL, DailyLimits.NONE, List.of());
  private static final KeyRights OF_PUBLISHABLE_KEYS =
      new KeyRights(Scope.OF_PUBLISHABLE_KEYS, DailyLimits.NONE, List.of());

  public KeyRights {
    var copy = EnumSet.noneOf(Scope.class);
    copy.addAll(scopes);
    scopes = Collections.unmodifiableSet(copy);
    addresses = List.copyOf(addresses);
  }

  /** Returns the rights of a key whose kind says them. */
  public static KeyRights of(KeyKind kind) {
    return switch (kind) {
      case SECRET -> OF_SECRET_KEYS;
      case PUBLISHABLE -> OF_PUBLISHABLE_KEYS;
      case RESTRICTED ->
          throw new IllegalArgumentException("a restricted key has rights of its own");
    };
  }

  /** Returns whether a request from this address is accepted. */
  public boolean acceptFrom(String address) {
    return addresses.isEmpty()
        || AddressRange.literal(address)
            .filter(literal -> addresses.stream().anyMatch(range -> range.contains(literal)))
            .isPresent();
  }

  public KeyRights with(DailyLimits other) {
    return new KeyRights(scopes, other, addresses);
  }
}
