package florin.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import florin.testing.Sources;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The sources of settings, and the error for unknown names. */
class SettingNamesTest {
  @TempDir Path folder;

  @Test
  void a_properties_file_sets_values_that_the_environment_omits() throws Exception {
    Path file =
        Files.writeString(
            folder.resolve("florin.properties"),
            "FLORIN_RATE_LIMIT = 7/9\nFLORIN_COMMITTERS=3\nFLORIN_ACCESS_LOG=a.log\n");
    Map<String, String> environment =
        Map.of("FLORIN_CONFIG", file.toString(), "FLORIN_COMMITTERS", "4");

    Config config = config(environment);

    assertThat(config.rateLimit()).contains(new Config.Rate(7, 9));
    assertThat(config.committers()).as("the environment has precedence").isEqualTo(4);
    assertThat(Config.accessLog(environment)).contains(Path.of("a.log"));
  }

  @Test
  void an_unknown_setting_is_rejected_with_the_list_of_settings() throws Exception {
    Path file = Files.writeString(folder.resolve("florin.properties"), "FLORIN_SPEED=1\n");

    assertThatThrownBy(() -> config("FLORIN_CONFIG", file.toString()))
        .isInstanceOf(ConfigException.class)
        .hasMessageStartingWith(file + ": unknown setting FLORIN_SPEED. The settings are: ")
        .hasMessageContaining("FLORIN_RATE_LIMIT");
  }

  @ParameterizedTest
  @CsvSource({
    "FLORIN_RATELIMIT, FLORIN_RATE_LIMIT",
    "FLORIN_RATE_LIMITS, FLORIN_RATE_LIMIT",
    "FLORIN_RATE_LMIIT, FLORIN_RATE_LIMIT",
    "florin_rate_limit, FLORIN_RATE_LIMIT",
    "FlorinRateLimit, FLORIN_RATE_LIMIT",
    "FLORN_DATABASE_URL, FLORIN_DATABASE_URL",
    "FLORIN_DATABSE_URI, FLORIN_DATABASE_URL",
    "FLORIN_DATA_BASE_URL, FLORIN_DATABASE_URL",
    "FLORIN_KEY_FILE, FLORIN_KEYS_FILE",
    "FLORIN_TLS_CERTIFICATES, FLORIN_TLS_CERTIFICATE",
    "FLORIN_JAVA_OPT, FLORIN_JAVA_OPTS",
  })
  void a_misspelled_name_is_rejected_with_a_suggestion(String name, String meant) throws Exception {
    Path file = Files.writeString(folder.resolve("florin.properties"), name + "=hush\n");

    assertThatThrownBy(() -> config(name, "hush"))
        .isInstanceOf(ConfigException.class)
        .hasMessage("Unknown setting " + name + "; " + meant + " was probably meant.");
    assertThatThrownBy(() -> Config.accessLog(Map.of(name, "hush")))
        .isInstanceOf(ConfigException.class);
    assertThatThrownBy(() -> config("FLORIN_CONFIG", file.toString()))
        .isInstanceOf(ConfigException.class)
        .hasMessage(file + ": unknown setting " + name + "; " + meant + " was probably meant.");
  }

  @Test
  void variables_of_platforms_and_shells_are_ignored() {
    Set<String> names =
        Set.of(
            "FLORIN_PORT",
            "FLORIN_PORT_8080_TCP",
            "FLORIN_PORT_8080_TCP_ADDR",
            "FLORIN_SERVICE_HOST",
            "FLORIN_SERVICE_PORT_HTTP",
            "FLORIN_DB_SERVICE_HOST",
            "FLORIN_DB_PORT_5432_TCP_PROTO",
            "FLORIN_JAVA_OPTS",
            "FLORIN_JAVA_HOME",
            "FLORIN_API_KEY",
            "FLORIN_TEST_KEY",
            "FLORIN_TEST_SECRET_KEY",
            "FLORIN_TEST_PUBLISHABLE_KEY",
            "PATH");

    SettingNames.requireNoneMisspelt(names);
    assertThat(SettingNames.unknown(names)).isEmpty();
  }

  @Test
  void every_variable_that_program_script_and_documents_speak_of_is_known() throws Exception {
    Pattern name = Pattern.compile("\\bFLORIN_[A-Z][A-Z_]*[A-Z]\\b");
    var spoken = new TreeSet<String>();
    List<Path> all = new ArrayList<>(Sources.all());
    for (String place : List.of("florin", "bin/find-jdk", "README.md", "docs")) {
      try (Stream<Path> files = Files.walk(Path.of("..", place))) {
        files.filter(Files::isRegularFile).forEach(all::add);
      }
    }
    for (Path file : all.stream().filter(SettingNamesTest::isText).toList()) {
      name.matcher(Files.readString(file)).results().forEach(it -> spoken.add(it.group()));
    }

    assertThat(spoken).contains("FLORIN_TEST_SECRET_KEY", "FLORIN_API_KEY", "FLORIN_JAVA_HOME");
    SettingNames.requireNoneMisspelt(spoken);
    assertThat(SettingNames.unknown(spoken)).isEmpty();
  }

  @Test
  void a_variable_that_resembles_a_setting_is_reported_as_a_warning() {
    Set<String> names = Set.of("FLORIN_SPEED", "FLORIN_COLOUR", "FLORIN_RATE_LIMIT", "FLORA");

    SettingNames.requireNoneMisspelt(names);
    assertThat(SettingNames.unknown(names)).containsExactly("FLORIN_COLOUR", "FLORIN_SPEED");
  }

  @Test
  void an_unreadable_properties_file_is_rejected() throws Exception {
    Path missing = folder.resolve("missing");
    Path broken = Files.writeString(folder.resolve("broken"), "FLORIN_RATE_LIMIT=\\u12\n");

    assertThatThrownBy(() -> config("FLORIN_CONFIG", missing.toString()))
        .isInstanceOf(ConfigException.class)
        .hasMessage(
            "FLORIN_CONFIG: Florin can't read " + missing + ": there is no such file or folder.");
    assertThatThrownBy(() -> config("FLORIN_CONFIG", broken.toString()))
        .isInstanceOf(ConfigException.class)
        .hasMessageStartingWith("FLORIN_CONFIG: " + broken + " is no properties file: ");
  }

  @Test
  void other_environment_variables_are_ignored() {
    assertThat(config("FLORIN_JAVA_OPTS", "-Xmx1g")).isEqualTo(config(Map.of()));
  }

  private static boolean isText(Path file) {
    return !file.toString().matches(".*\\.(png|woff2?|ico|js|txt)");
  }

  private static Config config(String name, String value) {
    return config(Map.of(name, value));
  }

  private static Config config(Map<String, String> environment) {
    return Config.of("127.0.0.1", 8080, Path.of("data"), environment);
  }
}
