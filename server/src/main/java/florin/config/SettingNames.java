package florin.config;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Detects misspelled settings. A misspelled setting has no effect, and the operator would not
 * notice a missing limit or a wrong database.
 */
public final class SettingNames {
  /** The variables of the script `./florin`, which the program ignores. */
  private static final List<String> OF_THE_SCRIPT = List.of("FLORIN_JAVA_OPTS", "FLORIN_JAVA_HOME");

  /** The variables of commands that call a service, and of the tests. */
  private static final Set<String> OF_OTHERS = Set.of("FLORIN_API_KEY", "FLORIN_DRILLS");

  /**
   * Other variables that may exist. These are the test keys from `test-keys.env`, and the secrets
   * for `./florin connectors add`. Kubernetes and Docker also set addresses for services whose
   * names begin with florin.
   */
  private static final Pattern NO_CONCERN =
      Pattern.compile(
          "FLORIN_(TEST_|PORT|SERVICE_|CONNECTOR_).*|FLORIN_.*_(SERVICE_(HOST|PORT)|PORT_[0-9]+_(TCP|UDP|SCTP)).*");

  private static final Pattern OURS = Pattern.compile("FLORIN_[A-Za-z0-9_]{1,100}");

  private SettingNames() {}

  /**
   * Rejects misspelled names.
   *
   * @throws ConfigException if a name differs from a setting by at most two letters, underscores or
   *     case; the message names that setting
   */
  static void requireNoneMisspelt(Collection<String> names) {
    names.stream()
        .sorted()
        .forEach(name ->
            meant(name)
                .ifPresent(setting -> {
                  throw new ConfigException(
                      "Unknown setting " + name + "; " + setting + " was probably meant.");
                }));
  }

  /** Returns the setting that a wrong name was probably meant to be. */
  static Optional<String> meant(String name) {
    return isKnown(name) || NO_CONCERN.matcher(name).matches()
        ? Optional.empty()
        : candidates()
            .filter(setting -> bare(setting).equals(bare(name)))
            .findFirst()
            .or(() -> EditDistance.nearest(name, candidates().toList()));
  }

  /** Returns names that look like settings but are none, for a warning: they have no effect. */
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
