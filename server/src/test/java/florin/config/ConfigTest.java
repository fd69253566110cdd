package florin.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import florin.backup.ScheduledBackups.BackupPlan;
import florin.core.AddressRange;
import florin.http.HttpConfig;
import florin.mail.SmtpServer;
import florin.mail.SmtpServer.Security;
import florin.team.Passwords;
import florin.webhook.WebhookModule.WebhookSettings;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalTime;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every setting: its default, its target and the error for an invalid value. */
class ConfigTest {
  private static final Path DATA = Path.of("some/data");

  @Test
  void without_settings_the_defaults_apply() {
    Config config = config(Map.of());

    assertThat(config)
        .isEqualTo(
            new Config(
                new HttpConfig(
                    "127.0.0.1", 8080, Optional.empty(), List.of(), HttpConfig.Limits.DEFAULT),
                DATA,
                Optional.empty(),
                DATA.resolve("keys"),
                Optional.empty(),
                Optional.empty(),
                Optional.of(new Config.Rate(500, 1000)),
                true,
                Runtime.getRuntime().availableProcessors() <= 2 ? 1 : 2,
                Duration.ofDays(180),
                Duration.ofDays(14),
                Optional.empty(),
                Optional.of(LocalTime.of(6, 0)),
                WebhookSettings.DEFAULT,
                Duration.ofDays(7),
                Optional.empty(),
                512_000_000,
                Optional.empty(),
                Optional.empty(),
                Passwords.COST));
    assertThat(Config.accessLog(Map.of())).isEmpty();
  }

  @Test
  void the_command_line_options_set_the_address_and_the_data_folder() {
    Config config = Config.of("0.0.0.0", 1234, Path.of("elsewhere"), Map.of());

    assertThat(config.http().bindAddress()).isEqualTo("0.0.0.0");
    assertThat(config.http().port()).isEqualTo(1234);
    assertThat(config.data()).isEqualTo(Path.of("elsewhere"));
    assertThat(config.keysFile()).isEqualTo(Path.of("elsewhere/keys"));
  }

  /** A new setting fails this test until a test of this class covers it. */
  @Test
  void every_setting_is_tested_here() {
    assertThat(EnumSet.allOf(Setting.class))
        .containsExactlyInAnyOrder(
            Setting.FLORIN_DATABASE_URL,
            Setting.FLORIN_KEYS_FILE,
            Setting.FLORIN_BASE_URL,
            Setting.FLORIN_SMTP_URL,
            Setting.FLORIN_SMTP_FROM,
            Setting.FLORIN_WEBHOOK_ALLOW,
            Setting.FLORIN_WEBHOOK_IN_FLIGHT,
            Setting.FLORIN_WEBHOOK_RETRIES,
            Setting.FLORIN_EVENTS_KEPT,
            Setting.FLORIN_REQUESTS_KEPT,
            Setting.FLORIN_TRUSTED_PROXIES,
            Setting.FLORIN_RATE_LIMIT,
            Setting.FLORIN_MAX_IN_FLIGHT,
            Setting.FLORIN_CARD_BRAKE,
            Setting.FLORIN_COMMITTERS,
            Setting.FLORIN_CARD_DAYS,
            Setting.FLORIN_BANK_TRANSFER_DAYS,
            Setting.FLORIN_BANK_FOLDER,
            Setting.FLORIN_PAYMENT_FILE_HOUR,
            Setting.FLORIN_BACKUP_FOLDER,
            Setting.FLORIN_BACKUP_HOURS,
            Setting.FLORIN_BACKUPS_KEPT,
            Setting.FLORIN_BACKUP_PASSPHRASE_FILE,
            Setting.FLORIN_DISK_FREE,
            Setting.FLORIN_STRIPE_URL,
            Setting.FLORIN_MOLLIE_URL,
            Setting.FLORIN_TLS_CERTIFICATE,
            Setting.FLORIN_TLS_KEY,
            Setting.FLORIN_ACCESS_LOG,
            Setting.FLORIN_CONFIG);
  }

  @Test
  void statements_are_imported_from_a_configured_folder() {
    assertThat(config("FLORIN_BANK_FOLDER", "/srv/bank").bankFolder())
        .contains(Path.of("/srv/bank"));
  }

  @Test
  void payment_files_are_created_at_the_configured_hour_or_not_automatically() {
    assertThat(config("FLORIN_PAYMENT_FILE_HOUR", "17").paymentFileHour())
        .contains(LocalTime.of(17, 0));
    assertThat(config("FLORIN_PAYMENT_FILE_HOUR", "off").paymentFileHour()).isEmpty();
    assertThatThrownBy(() -> config("FLORIN_PAYMENT_FILE_HOUR", "24"))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("FLORIN_PAYMENT_FILE_HOUR must be a number from 0 to 23");
  }

  @Test
  void a_bank_transfer_is_awaited_for_the_configured_number_of_days() {
    assertThat(config("FLORIN_BANK_TRANSFER_DAYS", "30").bankTransferPatience())
        .isEqualTo(Duration.ofDays(30));
    assertThatThrownBy(() -> config("FLORIN_BANK_TRANSFER_DAYS", "0"))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("FLORIN_BANK_TRANSFER_DAYS must be a number from 1 to 90");
  }

  @Test
  void backups_are_made_automatically_at_the_configured_place_and_interval() {
    assertThat(
            config(
                    Map.of(
                        "FLORIN_BACKUP_FOLDER", "backups",
                        "FLORIN_BACKUP_HOURS", "6",
                        "FLORIN_BACKUPS_KEPT", "28",
                        "FLORIN_BACKUP_PASSPHRASE_FILE", "passphrase"))
                .backups())
        .contains(
            new BackupPlan(
                Path.of("backups"), Duration.ofHours(6), 28, Optional.of(Path.of("passphrase"))));
    assertThat(config("FLORIN_BACKUP_FOLDER", "backups").backups().orElseThrow().overdueAfter())
        .isEqualTo(Duration.ofDays(2));
    assertThatThrownBy(() -> config("FLORIN_BACKUP_HOURS", "169"))
        .hasMessageContaining("FLORIN_BACKUP_HOURS must be a number from 1 to 168");
    assertThatThrownBy(() -> config("FLORIN_BACKUPS_KEPT", "0"))
        .hasMessageContaining("FLORIN_BACKUPS_KEPT must be a number from 1 to 1000");
    assertThatThrownBy(() -> config("FLORIN_BACKUP_PASSPHRASE_FILE", "passphrase"))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("requires FLORIN_BACKUP_FOLDER");
    assertThatThrownBy(() ->
            config(
                Map.of(
                    "FLORIN_BACKUP_FOLDER", "backups",
                    "FLORIN_DATABASE_URL", "postgres://me:hush@host/florin")))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("pg_basebackup")
        .hasMessageNotContaining("hush");
  }

  @Test
  void the_configured_number_of_megabytes_stays_free() {
    assertThat(config("FLORIN_DISK_FREE", "2000").leastDiskFree()).isEqualTo(2_000_000_000L);
    assertThat(config("FLORIN_DISK_FREE", "0").leastDiskFree()).isZero();
  }

  @Test
  void webhooks_may_go_to_the_configured_addresses() {
    assertThat(
            config("FLORIN_WEBHOOK_ALLOW", "10.0.0.0/8, localhost,fd00::/8").webhooks().allowed())
        .containsExactly("10.0.0.0/8", "localhost", "fd00::/8");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"intranet", "10.0.0.0/33", "10.1", "*", "localhost;10.0.0.1", ",10.0.0.1"})
  void an_invalid_address_allows_no_webhook(String value) {
    assertThatThrownBy(() -> config("FLORIN_WEBHOOK_ALLOW", value))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("FLORIN_WEBHOOK_ALLOW must be addresses");
  }

  @Test
  void concurrent_attempts_are_limited_per_endpoint_and_in_total() {
    WebhookSettings webhooks = config("FLORIN_WEBHOOK_IN_FLIGHT", "3/50").webhooks();

    assertThat(webhooks.perEndpoint()).isEqualTo(3);
    assertThat(webhooks.inAll()).isEqualTo(50);
  }

  @ParameterizedTest
  @ValueSource(strings = {"10", "0/5", "5/0", "a/b", "10/100000"})
  void invalid_limits_of_attempts_are_rejected(String value) {
    assertThatThrownBy(() -> config("FLORIN_WEBHOOK_IN_FLIGHT", value))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("FLORIN_WEBHOOK_IN_FLIGHT must be");
  }

  @Test
  void retries_follow_the_configured_pauses() {
    assertThat(config("FLORIN_WEBHOOK_RETRIES", "1s,2m,3h").webhooks().retries().pauses())
        .containsExactly(Duration.ofSeconds(1), Duration.ofMinutes(2), Duration.ofHours(3));
  }

  @ParameterizedTest
  @ValueSource(strings = {"5", "0s", "5d", "5s,,5m", "-1s"})
  void invalid_pauses_are_rejected(String value) {
    assertThatThrownBy(() -> config("FLORIN_WEBHOOK_RETRIES", value))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("FLORIN_WEBHOOK_RETRIES must be the pauses");
  }

  @Test
  void events_are_kept_for_the_configured_days() {
    assertThat(config("FLORIN_EVENTS_KEPT", "90").webhooks().eventsKept())
        .isEqualTo(Duration.ofDays(90));
  }

  @ParameterizedTest
  @ValueSource(strings = {"6", "3651", "ever", "-1"})
  void events_are_kept_for_a_minimum_and_a_maximum_time(String value) {
    assertThatThrownBy(() -> config("FLORIN_EVENTS_KEPT", value))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("FLORIN_EVENTS_KEPT must be a number from 7 to 3650");
  }

  @Test
  void logged_requests_are_kept_for_the_configured_days_or_not_at_all() {
    assertThat(config("FLORIN_REQUESTS_KEPT", "30").requestsKept()).isEqualTo(Duration.ofDays(30));
    assertThat(config("FLORIN_REQUESTS_KEPT", "0").requestsKept()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"91", "-1", "off"})
  void logged_requests_are_kept_for_a_maximum_time(String value) {
    assertThatThrownBy(() -> config("FLORIN_REQUESTS_KEPT", value))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("FLORIN_REQUESTS_KEPT must be a number from 0 to 90");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"http://127.0.0.1:8420", "http://localhost:8420/", "https://stand-in.example"})
  void a_stripe_emulator_is_on_this_machine_or_reached_over_tls(String value) {
    assertThat(config("FLORIN_STRIPE_URL", value).stripe())
        .contains(URI.create(value.replaceFirst("/$", "")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"http://stand-in.example", "http://10.0.0.1:8420", "ftp://127.0.0.1", "stripe"})
  void a_remote_emulator_gets_no_key_without_tls(String value) {
    for (String setting : List.of("FLORIN_STRIPE_URL", "FLORIN_MOLLIE_URL")) {
      assertThatThrownBy(() -> config(setting, value))
          .isInstanceOf(ConfigException.class)
          .hasMessageContaining(setting + " must be an http");
    }
  }

  @Test
  void a_mollie_emulator_has_a_setting_of_its_own() {
    Config config = config("FLORIN_MOLLIE_URL", "http://127.0.0.1:8421");

    assertThat(config.mollie()).contains(URI.create("http://127.0.0.1:8421"));
    assertThat(config.stripe()).isEmpty();
  }

  @Test
  void a_database_url_names_the_database() {
    Config config = config("FLORIN_DATABASE_URL", "postgres://shop:secret@db.example/florin");

    assertThat(config.database().orElseThrow())
        .hasToString("jdbc:postgresql://db.example/florin as shop");
  }

  @Test
  void an_invalid_database_url_is_rejected_without_showing_it() {
    assertThatThrownBy(() -> config("FLORIN_DATABASE_URL", "mysql://shop:secret@db.example/florin"))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("FLORIN_DATABASE_URL doesn't begin with postgres://")
        .hasMessageNotContaining("secret");
  }

  @Test
  void the_keys_file_can_be_in_another_folder() {
    assertThat(config("FLORIN_KEYS_FILE", "/etc/florin/keys").keysFile())
        .isEqualTo(Path.of("/etc/florin/keys"));
  }

  @ParameterizedTest
  @CsvSource({
    "https://pay.example.com, https://pay.example.com",
    "https://pay.example.com/, https://pay.example.com",
    "http://10.0.0.7:8080, http://10.0.0.7:8080",
    "https://example.com/pay/, https://example.com/pay"
  })
  void links_begin_with_the_base_url_without_a_trailing_slash(String value, String base) {
    assertThat(config("FLORIN_BASE_URL", value).baseUrl()).contains(URI.create(base));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "pay.example.com",
        "https://pay.example.com:65536",
        "ftp://pay.example.com",
        "https://",
        "https:///path",
        "https://user:pw@pay.example.com",
        "https://pay.example.com?a=b",
        "https://pay.example.com#a",
        "https://pay example.com"
      })
  void an_invalid_base_url_is_rejected(String value) {
    assertThatThrownBy(() -> config("FLORIN_BASE_URL", value))
        .isInstanceOf(ConfigException.class)
        .hasMessage(
            "FLORIN_BASE_URL must be an http or https URL without user, query and fragment, for example https://pay.example.com; it is '"
                + value
                + "'");
  }

  @ParameterizedTest
  @CsvSource({
    "smtp://mail.example.com, mail.example.com, 587, STARTTLS_IF_OFFERED",
    "smtp://mail.example.com:2525?starttls=required, mail.example.com, 2525, STARTTLS",
    "smtp://127.0.0.1:25?starttls=off, 127.0.0.1, 25, NONE",
    "smtps://mail.example.com, mail.example.com, 465, TLS"
  })
  void a_mail_server_has_a_port_and_an_encryption_mode(
      String url, String host, int port, Security security) {
    assertThat(smtp(url).smtp())
        .contains(
            new SmtpServer(host, port, security, Optional.empty(), "Shop <shop@example.com>"));
  }

  @Test
  void user_and_password_of_a_mail_server_are_percent_encoded_and_the_password_is_not_shown() {
    Config config = smtp("smtps://shop%40example.com:a%3Ab+c%2F@mail.example.com");

    assertThat(config.smtp().orElseThrow().login())
        .contains(new SmtpServer.Login("shop@example.com", "a:b+c/"));
    assertThat(config.toString()).contains("shop@example.com").doesNotContain("a:b+c/");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "mail.example.com",
        "smtp://mail.example.com:65536",
        "smtp:secret",
        "http://shop:secret@mail.example.com",
        "smtp://:secret@mail.example.com",
        "smtp://secret@mail.example.com",
        "smtp://shop:secret@mail.example.com/path",
        "smtp://shop:secret@mail.example.com?starttls=maybe",
        "smtp://shop:%zzsecret@mail.example.com",
        "smtps://shop:secret@mail.example.com?starttls=off",
        "smtps://shop:secret@mail example.com"
      })
  void an_invalid_mail_server_is_rejected_without_showing_it(String url) {
    assertThatThrownBy(() -> smtp(url))
        .isInstanceOf(ConfigException.class)
        .hasMessageStartingWith("FLORIN_SMTP_URL must be ")
        .hasMessageNotContaining("secret");
  }

  @ParameterizedTest
  @ValueSource(strings = {"shop", "shop@", "a@example.com, b@example.com", "Shop <shop"})
  void an_invalid_sender_address_is_rejected(String from) {
    assertThatThrownBy(() ->
            config(Map.of("FLORIN_SMTP_URL", "smtp://mail.example.com", "FLORIN_SMTP_FROM", from)))
        .isInstanceOf(ConfigException.class)
        .hasMessageStartingWith("FLORIN_SMTP_FROM must be an address")
        .hasMessageEndingWith("'" + from + "'");
  }

  @ParameterizedTest
  @CsvSource({"FLORIN_SMTP_URL, smtp://mail.example.com", "FLORIN_SMTP_FROM, shop@example.com"})
  void a_mail_server_requires_a_sender_and_vice_versa(String name, String value) {
    assertThatThrownBy(() -> config(name, value))
        .isInstanceOf(ConfigException.class)
        .hasMessage(
            "FLORIN_SMTP_URL and FLORIN_SMTP_FROM must be set together. Set both, or neither.");
  }

  @ParameterizedTest
  @CsvSource({"500/1000, 500, 1000", "10, 10, 20", "1/1, 1, 1"})
  void a_rate_limit_has_a_rate_and_a_burst_that_defaults_to_twice_the_rate(
      String value, int perSecond, int burst) {
    assertThat(config("FLORIN_RATE_LIMIT", value).rateLimit())
        .contains(new Config.Rate(perSecond, burst));
  }

  @Test
  void a_rate_limit_can_be_off() {
    assertThat(config("FLORIN_RATE_LIMIT", "off").rateLimit()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"abc", "0", "-1", "1/", "1/2/3", "1.5", "9999999999"})
  void an_invalid_rate_limit_is_rejected(String value) {
    assertThatThrownBy(() -> config("FLORIN_RATE_LIMIT", value))
        .isInstanceOf(ConfigException.class)
        .hasMessage(
            "FLORIN_RATE_LIMIT must be requests a second, with a burst, for example 500/1000, or off; it is '"
                + value
                + "'");
  }

  @Test
  void a_burst_below_the_rate_is_rejected() {
    assertThatThrownBy(() -> config("FLORIN_RATE_LIMIT", "10/5"))
        .isInstanceOf(ConfigException.class)
        .hasMessage("FLORIN_RATE_LIMIT: the burst must not be smaller than the rate; it is '10/5'");
  }

  @Test
  void proxies_that_are_trusted_are_addresses_and_ranges() {
    assertThat(config("FLORIN_TRUSTED_PROXIES", "10.0.0.0/8, ::1").http().trustedProxies())
        .containsExactly(AddressRange.of("10.0.0.0/8"), AddressRange.of("::1"));
    assertThatThrownBy(() -> config("FLORIN_TRUSTED_PROXIES", "10.0.0.0/8,proxy"))
        .isInstanceOf(ConfigException.class)
        .hasMessage(
            "FLORIN_TRUSTED_PROXIES must be addresses and ranges such as 10.0.0.0/8, separated by commas; 'proxy' is none");
  }

  @Test
  void the_number_of_concurrent_requests_can_be_set() {
    assertThat(config("FLORIN_MAX_IN_FLIGHT", "64").http().limits())
        .isEqualTo(HttpConfig.Limits.DEFAULT.withMaxInFlight(64));
  }

  @Test
  void the_brake_can_be_turned_off() {
    assertThat(config("FLORIN_CARD_BRAKE", "off").cardBrake()).isFalse();
    assertThatThrownBy(() -> config("FLORIN_CARD_BRAKE", "maybe"))
        .isInstanceOf(ConfigException.class)
        .hasMessage("FLORIN_CARD_BRAKE must be on or off; it is 'maybe'");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "1000001", "many", "-5", "1e3"})
  void an_invalid_number_of_requests_is_rejected(String value) {
    assertThatThrownBy(() -> config("FLORIN_MAX_IN_FLIGHT", value))
        .isInstanceOf(ConfigException.class)
        .hasMessage(
            "FLORIN_MAX_IN_FLIGHT must be a number from 1 to 1000000; it is '" + value + "'");
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "16, 16", "off, 0"})
  void committers_are_a_few_or_off(String value, int committers) {
    assertThat(config("FLORIN_COMMITTERS", value).committers()).isEqualTo(committers);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "17", "none"})
  void an_invalid_number_of_committers_is_rejected(String value) {
    assertThatThrownBy(() -> config("FLORIN_COMMITTERS", value))
        .isInstanceOf(ConfigException.class)
        .hasMessage("FLORIN_COMMITTERS must be a number from 1 to 16; it is '" + value + "'");
  }

  @Test
  void a_certificate_and_a_key_make_https() {
    Config config =
        config(Map.of("FLORIN_TLS_CERTIFICATE", "chain.pem", "FLORIN_TLS_KEY", "key.pem"));

    assertThat(config.http().tls())
        .contains(new HttpConfig.Tls(Path.of("chain.pem"), Path.of("key.pem")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"FLORIN_TLS_CERTIFICATE", "FLORIN_TLS_KEY"})
  void one_of_them_alone_is_rejected(String name) {
    assertThatThrownBy(() -> config(name, "file.pem"))
        .isInstanceOf(ConfigException.class)
        .hasMessage(
            "FLORIN_TLS_CERTIFICATE and FLORIN_TLS_KEY must be set together. Set both, or neither.");
  }

  @Test
  void the_access_log_can_be_a_file() {
    assertThat(Config.accessLog(Map.of("FLORIN_ACCESS_LOG", "logs/access.log")))
        .contains(Path.of("logs/access.log"));
  }

  @Test
  void an_empty_value_equals_an_unset_one_if_there_is_no_default() {
    var environment = new HashMap<String, String>();
    for (Setting setting : Setting.all()) {
      if (setting.defaultValue().isEmpty()) {
        environment.put(setting.name(), " ");
      }
    }

    assertThat(environment.keySet())
        .containsAll(Set.of("FLORIN_DATABASE_URL", "FLORIN_TLS_KEY", "FLORIN_ACCESS_LOG"));
    environment.put("FLORIN_CONFIG", "");
    assertThat(config(environment)).isEqualTo(config(Map.of()));
  }

  private static Config smtp(String url) {
    return config(Map.of("FLORIN_SMTP_URL", url, "FLORIN_SMTP_FROM", "Shop <shop@example.com>"));
  }

  private static Config config(String name, String value) {
    return config(Map.of(name, value));
  }

  private static Config config(Map<String, String> environment) {
    return Config.of("127.0.0.1", 8080, DATA, environment);
  }
}
