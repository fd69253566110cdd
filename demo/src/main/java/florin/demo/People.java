package florin.demo;

import florin.core.Field;
import florin.core.MetadataChange;
import florin.customer.Customer.Address;
import florin.customer.ProfileChange;
import florin.customer.ProfileChange.AddressChange;
import java.text.Normalizer;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;

/** The buyers: common names and places, and unused e-mail addresses. */
final class People {
  private static final List<String> FIRST =
      List.of(
          "Ada",
          "Amélie",
          "Bence",
          "Chiara",
          "Daniel",
          "Emma",
          "Farid",
          "Grace",
          "Hiro",
          "Ines",
          "Jonas",
          "Katarzyna",
          "Liam",
          "Maja",
          "Noor",
          "Oskar",
          "Priya",
          "Quentin",
          "Rosa",
          "Søren",
          "Tomás",
          "Ursula",
          "Viktor",
          "Wei",
          "Yara",
          "Zoë");

  private static final List<String> LAST =
      List.of(
          "Almeida",
          "Andersson",
          "Bauer",
          "Byrne",
          "Costa",
          "Dubois",
          "Eriksen",
          "Fischer",
          "García",
          "Haddad",
          "Ito",
          "Jansen",
          "Kowalski",
          "Lindqvist",
          "Müller",
          "Nakamura",
          "O'Neill",
          "Patel",
          "Quist",
          "Rossi",
          "Schmidt",
          "Tanaka",
          "Usman",
          "Varga",
          "Weber",
          "Young");

  private static final List<String> STREETS =
      List.of(
          "Linden Street", "Rue des Fleurs", "Gartenweg", "Via Verde", "Mill Lane", "Parkvägen");

  private record Town(String name, String postalCode, String country) {}

  private static final List<Town> TOWNS =
      List.of(
          new Town("Lisbon", "1200-109", "PT"),
          new Town("Lyon", "69002", "FR"),
          new Town("Leipzig", "04109", "DE"),
          new Town("Bologna", "40121", "IT"),
          new Town("Bristol", "BS1 4DJ", "GB"),
          new Town("Portland", "97205", "US"),
          new Town("Göteborg", "411 06", "SE"),
          new Town("Basel", "4051", "CH"),
          new Town("Kyoto", "604-8005", "JP"));

  private static final int PHONES = 100;

  private People() {}

  /** A person, with a number that makes the e-mail address unique. */
  record Person(String name, String email, Optional<String> phone, Address address) {
    ProfileChange profile() {
      return new ProfileChange(
          new Field.Set<>(email),
          new Field.Set<>(name),
          phone.<Field<String>>map(Field.Set::new).orElseGet(Field.Keep::new),
          new Field.Set<>(
              new AddressChange(
                  set(address.line1()),
                  set(address.line2()),
                  set(address.city()),
                  new Field.Keep<>(),
                  set(address.postalCode()),
                  set(address.country()))),
          new Field.Keep<>(),
          new MetadataChange(Map.of("newsletter", phone.isPresent() ? "yes" : "no"), Set.of()));
    }

    private static Field<String> set(Optional<String> value) {
      return value.<Field<String>>map(Field.Set::new).orElseGet(Field.Keep::new);
    }
  }

  static Person any(RandomGenerator random, int number) {
    String first = FIRST.get(random.nextInt(FIRST.size()));
    String last = LAST.get(random.nextInt(LAST.size()));
    Town town = TOWNS.get(random.nextInt(TOWNS.size()));
    String street = STREETS.get(random.nextInt(STREETS.size()));
    return new Person(
        first + " " + last,
        ascii(first) + "." + ascii(last) + number + "@example.com",
        random.nextInt(3) == 0
            ? Optional.of("+155555501%02d".formatted(random.nextInt(PHONES)))
            : Optional.empty(),
        new Address(
            Optional.of((1 + random.nextInt(180)) + " " + street),
            Optional.empty(),
            Optional.of(town.name()),
            Optional.empty(),
            Optional.of(town.postalCode()),
            Optional.of(town.country())));
  }

  private static String ascii(String name) {
    return Normalizer.normalize(name.replace("ø", "o"), Normalizer.Form.NFD)
        .replaceAll("[^A-Za-z]", "")
        .toLowerCase(Locale.ROOT);
  }
}
