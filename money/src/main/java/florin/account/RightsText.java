package florin.account;

import florin.core.AddressRange;
import florin.core.DailyLimits.DailyLimit;
import florin.core.PageOrigin;
import florin.core.Scope;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The rights of a key as people write them: lists with commas, line breaks or, except in daily
 * limits, spaces. Each method returns empty for a text with an error.
 */
public final class RightsText {
  public static final int MAX_LENGTH = 4_000;
  private static final int MAX_LIMITS = 50;
  private static final int MAX_ADDRESSES = 50;

  private RightsText() {}

  /** Parses scopes such as `payments:*, refunds:read`: at least one. */
  public static Optional<Set<Scope>> scopes(String text) {
    var scopes = EnumSet.noneOf(Scope.class);
    for (String one : text.strip().split("[,\\s]+")) {
      Set<Scope> named = Scope.named(one);
      if (named.isEmpty()) {
        return Optional.empty();
      }
      scopes.addAll(named);
    }
    return Optional.of(scopes);
  }

  /** Parses limits such as `refunds:create<=500000 eur/day`, at most one of each kind. */
  public static Optional<List<DailyLimit>> limits(String text) {
    return list(text, "[,\\n]", DailyLimit::parse, MAX_LIMITS)
        .filter(limits -> {
          var kinds = new HashSet<List<Object>>();
          return limits.stream()
              .allMatch(limit -> kinds.add(List.of(limit.scope(), limit.currency())));
        });
  }

  /** Parses address ranges such as `203.0.113.0/24, 2001:db8::/32`. */
  public static Optional<List<AddressRange>> addresses(String text) {
    return list(text, "[,\\s]+", AddressRange::parse, MAX_ADDRESSES);
  }

  /** Parses the origins of a publishable key, such as `https://shop.example`. */
  public static Optional<List<PageOrigin>> origins(String text) {
    return list(text, "[,\\s]+", PageOrigin::parse, ApiKey.MAX_ORIGINS)
        .map(origins -> origins.stream().distinct().toList());
  }

  private static <T> Optional<List<T>> list(
      String text, String separator, Function<String, Optional<T>> parse, int most) {
    var found = new ArrayList<T>();
    for (String one : Stream.of(text.split(separator)).map(String::strip).toList()) {
      if (!one.isEmpty()) {
        Optional<T> value = parse.apply(one);
        if (value.isEmpty() || found.size() == most) {
          return Optional.empty();
        }
        found.add(value.get());
      }
    }
    return Optional.of(List.copyOf(found));
  }
}
