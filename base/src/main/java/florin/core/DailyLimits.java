package florin.core;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a restricted key may do at most in one day.
 *
 * @param lineage the first of the keys that share these limits, because each was rolled; empty
 *     until they are those of a key
 * @param zone the time zone of a day
 */
public record DailyLimits(Optional<UUID> lineage, ZoneId zone, List<DailyLimit> list) {
  public static final DailyLimits NONE = of(List.of());

  /** The scopes whose operations move money, or check a card at its bank. */
  public static final Set<Scope> LIMITABLE =
      Set.copyOf(
          EnumSet.of(
              Scope.PAYMENTS_CREATE,
              Scope.PAYMENTS_CAPTURE,
              Scope.REFUNDS_CREATE,
              Scope.SETUPS_WRITE,
              Scope.UNAPPLIED_FUNDS_RETURN));

  private static final Pattern TEXT =
      Pattern.compile(
          "(?<scope>[a-z_]+:[a-z]+)<=(?<most>[0-9]{1,18})( (?<currency>[a-z]{3}))?/day");

  public DailyLimits {
    list = List.copyOf(list);
  }

  /** Returns limits that are not yet those of a key. */
  public static DailyLimits of(List<DailyLimit> list) {
    return new DailyLimits(Optional.empty(), ZoneOffset.UTC, list);
  }

  /**
   * One limit.
   *
   * @param currency the currency of an amount; empty if it limits the number of operations
   * @param most in the smallest unit of the currency, or a number of operations
   */
  public record DailyLimit(Scope scope, Optional<Currency> currency, long most) {
    /** Parses `refunds:create<=500000 eur/day` or `payments:create<=100/day`. */
    public static Optional<DailyLimit> parse(String text) {
      Matcher parts = TEXT.matcher(text);
      if (!parts.matches()) {
        return Optional.empty();
      }
      Optional<Currency> currency =
          Optional.ofNullable(parts.group("currency")).flatMap(Currency::find);
      return Scope.find(parts.group("scope"))
          .filter(LIMITABLE::contains)
          .filter(scope -> scope != Scope.SETUPS_WRITE || currency.isEmpty())
          .filter(_ -> currency.isPresent() || parts.group("currency") == null)
          .map(scope -> new DailyLimit(scope, currency, Long.parseLong(parts.group("most"))));
    }

    public String text() {
      return scope.text() + "<=" + most + currency.map(it -> " " + it.code()).orElse("") + "/day";
    }

    public boolean isOf(Currency other) {
      return currency.filter(other::equals).isPresent();
    }

    /** Returns what it counts of an operation. */
    public long use(Money amount) {
      return currency.isPresent() ? amount.minor() : 1;
    }
  }

  /** Returns the limits as those of a key, unless they are those of one already. */
  public DailyLimits startedBy(UUID key) {
    return lineage.isPresent() ? this : new DailyLimits(Optional.of(key), zone, list);
  }

  public DailyLimits in(ZoneId days) {
    return new DailyLimits(lineage, days, list);
  }

  /** Returns the limits of a scope: at most one for each currency, and one for all. */
  public List<DailyLimit> of(Scope scope) {
    return list.stream().filter(limit -> limit.scope() == scope).toList();
  }

  public LocalDate day(Instant now) {
    return now.atZone(zone).toLocalDate();
  }
}
