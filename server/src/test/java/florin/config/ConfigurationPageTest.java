package florin.config;

import static org.assertj.core.api.Assertions.assertThat;

import florin.config.Setting.SettingGroup;
import florin.docs.GeneratedPage;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Generates the tables of `docs/reference/configuration.md` from {@link Setting}. */
class ConfigurationPageTest {
  @Test
  void the_tables_of_settings_are_up_to_date() throws IOException {
    GeneratedPage.assertPartsUpToDate("reference/configuration.md", Map.of("settings", settings()));
  }

  private static String settings() {
    return Stream.of(SettingGroup.values())
        .map(group -> "### " + group.title() + "\n\n" + table(group))
        .collect(Collectors.joining("\n"));
  }

  private static String table(SettingGroup group) {
    return GeneratedPage.table(
        List.of("setting", "default", "meaning"),
        Setting.all().stream()
            .filter(setting -> setting.group() == group)
            .map(setting -> List.of("`" + setting + "`", value(setting), setting.meaning()))
            .toList());
  }

  private static String value(Setting setting) {
    return setting.defaultValue().isEmpty() ? "" : "`" + setting.defaultValue() + "`";
  }

  @Test
  void the_meaning_of_every_setting_is_a_sentence() {
    assertThat(Setting.all())
        .allSatisfy(setting -> assertThat(setting.meaning()).matches("[A-Z].*\\."));
  }
}
