package florin.config;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Tells the names of settings from what was meant to be one. A setting whose name is misspelt has
 * no effect, and nobody would see it: a limit that is not there, a database that is another.
 */
public final class SettingNames {
  /** For the script `./florin`, not for the program. */
  private static final List<String> OF_THE_SCRIPT = List.of("FLORIN_JAVA_OPTS", "FLORIN_JAVA_HOME");

  /** For commands that ask a service, and for whoever runs the tests. */
  private static final Set<String> OF_OTHERS = Set.of("FLORIN_API_KEY", "FLORIN_DRILLS");

  /**
   * What others put there: the test keys that a shell has read from `test-keys.env`, the secrets
   * that `./florin connectors add` is given, and the addresses that Kubernetes and Docker give of
   * services whose names begin with florin.
   */
  private static final Pattern NO_CONCERN =
      Pattern.compile(
          "FLORIN_(TEST_|PORT|SERVICE_|CONNECTOR_).*|FLORIN_.*_(SERVICE_(HOST|PORT)|PORT_[0-9]+_(TCP|UDP|SCTP)).*");

  private static final Pattern OURS = Pattern.compile("FLORIN_[A-Za-z0-9_]{1,100}");

  private SettingNames() {}

  /**
   * @throws ConfigException when one is the name of a setting but for two letters, underscores or
   *     case; it says which was meant
   */
  static void requireNoneMisspelt(Collection<String> names) {
    names.stream()
        .sorted()
        .forEach(name ->
            meant(name)
                .ifPresent(setting -> {
                  throw new ConfigException(
                      "There is no setting " + name + "; " + setting + " was probably meant.");
                }));
  }

  /** The setting that a wrong name was meant to be. */
  static Optional<String> meant(String name) {
    return isKnown(name) || NO_CONCERN.matcher(name).matches()
        ? Optional.empty()
        : candidates()
            .filter(setting -> bare(setting).equals(bare(name)))
            .findFirst()
            .or(() -> EditDistance.nearest(name, candidates().toList()));
  }

  /** Those that look like settings and are none, for a warning: they have no effect. */
  public static List<String> unknown(Collection<String> names) {
    return names.stream()
        .filter(name -> OURS.matcher(name).matches())
        .filter(name -> !isKnown(name) && !NO_CONCERN.matcher(name).matches())
        .sorted()
        .toList();
  }

  private static boolean isKnown(String name) {
    return OF_OTHERS.contains(name) || candidates().anyMatch(name::equals);
  }

  private static Stream<String> candidates() {
    return Stream.concat(Setting.all().stream().map(Enum::name), OF_THE_SCRIPT.stream());
  }

  private static String bare(String name) {
    return name.replace("_", "").toUpperCase(Locale.ROOT);
  }
}
