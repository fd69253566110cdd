package florin.books.fee;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * The region of payments that a fee contract applies to: one country, or the countries inside or
 * outside the European Economic Area. It is compared with the country of the billing address,
 * because neither Florin nor its providers' responses have the country of the card.
 *
 * @param text a country code of ISO 3166-1, {@link #EEA} or {@link #OUTSIDE_EEA}
 */
public record Region(String text) {
  public static final String EEA = "eea";
  public static final String OUTSIDE_EEA = "outside_eea";

  private static final Set<String> COUNTRIES = Set.of(Locale.getISOCountries());

  /** The 27 members of the European Union, and Iceland, Liechtenstein and Norway. */
  private static final Set<String> COUNTRIES_OF_EEA =
      Set.copyOf(
          Arrays.asList(
              "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK"
                  .split(" ")));

  public Region {
    if (!isRegion(text)) {
      throw new IllegalArgumentException("not a region: " + text);
    }
  }

  /** Returns the country codes of the European Economic Area. */
  public static Set<String> countriesOfEea() {
    return COUNTRIES_OF_EEA;
  }

  static Optional<Region> find(String text) {
    return Optional.of(text).filter(Region::isRegion).map(Region::new);
  }

  private static boolean isRegion(String text) {
    return text.equals(EEA) || text.equals(OUTSIDE_EEA) || COUNTRIES.contains(text);
  }

  boolean isCountry() {
    return text.length() == 2;
  }

  boolean has(String country) {
    return switch (text) {
      case EEA -> COUNTRIES_OF_EEA.contains(country);
      case OUTSIDE_EEA -> !COUNTRIES_OF_EEA.contains(country);
      default -> text.equals(country);
    };
  }
}
