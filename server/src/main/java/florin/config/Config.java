package florin.config;

import florin.account.RateLimit;
import florin.backup.ScheduledBackups.BackupPlan;
import florin.core.AddressRange;
import florin.core.Id.KeyId;
import florin.core.IoReason;
import florin.db.PostgresAddress;
import florin.db.StartFailure;
import florin.http.HttpConfig;
import florin.mail.SmtpServer;
import florin.team.Passwords;
import florin.vault.Argon2id;
import florin.webhook.AddressGuard;
import florin.webhook.RetrySchedule;
import florin.webhook.WebhookModule.WebhookSettings;
import java.io.IOException;
import java.io.Reader;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalTime;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The operator's checked configuration.
 *
 * @param data the folder for the embedded database, the encryption keys and the node's identity
 * @param database empty to use the embedded PostgreSQL
 * @param baseUrl empty to use the address on which it listens
 * @param smtp empty to send no mail
 * @param rateLimit empty if it is off
 * @param cardBrake whether the brake on card testing acts
 * @param committers 0 to commit each changeset separately
 * @param cardRetention how long an unattached card number is kept after its payment is final
 * @param bankTransferPatience how long a transfer is expected
 * @param bankFolder the folder for bank statements; empty to watch none
 * @param paymentFileHour the hour at which payment files are created each day; empty for never
 * @param requestsKept the retention period of the dashboard's request log; zero for no log
 * @param backups the scheduled backups; empty for none
 * @param leastDiskFree bytes that must stay free on the disk of the embedded database
 * @param stripe the Stripe emulator for test mode; empty to use Stripe
 * @param mollie the Mollie emulator for test mode; empty to use Mollie
 * @param passwordCost the cost of a new password's hash, which no setting can lower
 */
public record Config(
    HttpConfig http,
    Path data,
    Optional<PostgresAddress> database,
    Path keysFile,
    Optional<URI> baseUrl,
    Optional<SmtpServer> smtp,
    Optional<Rate> rateLimit,
    boolean cardBrake,
    int committers,
    Duration cardRetention,
    Duration bankTransferPatience,
    Optional<Path> bankFolder,
    Optional<LocalTime> paymentFileHour,
    WebhookSettings webhooks,
    Duration requestsKept,
    Optional<BackupPlan> backups,
    long leastDiskFree,
    Optional<URI> stripe,
    Optional<URI> mollie,
    Argon2id passwordCost) {
  private static final int FEW_CORES = 2;
  private static final long MEGABYTE = 1_000_000;

  /** The requests per second, and the burst allowed beyond that. */
  public record Rate(int perSecond, int burst) {
    public RateLimit<KeyId> limiter() {
      return new RateLimit<>(perSecond, burst);
    }
  }

  /**
   * Reads the configuration.
   *
   * @param environment as {@link System#getenv()} returns it
   */
  public static Config of(String bind, int port, Path data, Map<String, String> environment) {
    Map<Setting, String> values = values(environment);
    var limits =
        HttpConfig.Limits.DEFAULT.withMaxInFlight(
            integer(values, Setting.FLORIN_MAX_IN_FLIGHT, 1, 1_000_000));
    return new Config(
        new HttpConfig(bind, port, tls(values), trustedProxies(values), limits),
        data,
        database(values),
        text(values, Setting.FLORIN_KEYS_FILE).map(Path::of).orElse(data.resolve("keys")),
        text(values, Setting.FLORIN_BASE_URL).map(BaseUrl::parse),
        smtp(values),
        rate(values),
        cardBrake(values),
        committers(values),
        Duration.ofDays(integer(values, Setting.FLORIN_CARD_DAYS, 0, 3650)),
        Duration.ofDays(integer(values, Setting.FLORIN_BANK_TRANSFER_DAYS, 1, 90)),
        text(values, Setting.FLORIN_BANK_FOLDER).map(Path::of),
        paymentFileHour(values),
        webhooks(values),
        Duration.ofDays(integer(values, Setting.FLORIN_REQUESTS_KEPT, 0, 90)),
        backups(values),
        integer(values, Setting.FLORIN_DISK_FREE, 0, 1_000_000) * MEGABYTE,
        standIn(values, Setting.FLORIN_STRIPE_URL),
        standIn(values, Setting.FLORIN_MOLLIE_URL),
        Passwords.COST);
  }

  private static Optional<URI> standIn(Map<Setting, String> values, Setting setting) {
    return text(values, setting).map(url -> BaseUrl.ofStandIn(setting, url));
  }

  private static Optional<LocalTime> paymentFileHour(Map<Setting, String> values) {
    return text(values, Setting.FLORIN_PAYMENT_FILE_HOUR).equals(Optional.of("off"))
        ? Optional.empty()
        : Optional.of(LocalTime.of(integer(values, Setting.FLORIN_PAYMENT_FILE_HOUR, 0, 23), 0));
  }

  /** Returns the access log, which is needed before anything is logged. Empty for no access log. */
  public static Optional<Path> accessLog(Map<String, String> environment) {
    return text(values(environment), Setting.FLORIN_ACCESS_LOG).map(Path::of);
  }

  /** Returns the base URL, for commands that call a service and need no other setting. */
  public static Optional<URI> baseUrl(Map<String, String> environment) {
    return text(values(environment), Setting.FLORIN_BASE_URL).map(BaseUrl::parse);
  }

  private static Map<Setting, String> values(Map<String, String> environment) {
    SettingNames.requireNoneMisspelt(environment.keySet());
    var values = new EnumMap<Setting, String>(Setting.class);
    for (Setting setting : Setting.all()) {
      values.put(setting, setting.defaultValue());
    }
    String file = environment.getOrDefault(Setting.FLORIN_CONFIG.name(), "");
    if (!file.isEmpty()) {
      readFile(Path.of(file), values);
    }
    for (Setting setting : Setting.all()) {
      Optional.ofNullable(environment.get(setting.name()))
          .ifPresent(value -> values.put(setting, value.strip()));
    }
    return values;
  }

  private static void readFile(Path file, Map<Setting, String> values) {
    var properties = new Properties();
    try (Reader reader = Files.newBufferedReader(file)) {
      properties.load(reader);
    } catch (IOException failed) {
      throw new ConfigException(
          "FLORIN_CONFIG: Florin can't read " + file + ": " + IoReason.of(failed) + ".");
    } catch (IllegalArgumentException malformed) {
      throw new ConfigException(
          "FLORIN_CONFIG: " + file + " is no properties file: " + malformed.getMessage());
    }
    Set<String> known = Arrays.stream(Setting.values()).map(Enum::name).collect(Collectors.toSet());
    properties.forEach((name, value) -> {
      if (!known.contains(name.toString())) {
        throw new ConfigException(
            file
                + ": unknown setting "
                + name
                + SettingNames.meant(name.toString())
                    .map(setting -> "; " + setting + " was probably meant.")
                    .orElseGet(() ->
                        ". The settings are: "
                            + String.join(", ", known.stream().sorted().toList())));
      }
      values.put(Setting.valueOf(name.toString()), value.toString().strip());
    });
  }

  private static Optional<PostgresAddress> database(Map<Setting, String> values) {
    try {
      return text(values, Setting.FLORIN_DATABASE_URL).map(PostgresAddress::parse);
    } catch (StartFailure wrong) {
      throw new ConfigException(String.valueOf(wrong.getMessage()));
    }
  }

  private static Optional<HttpConfig.Tls> tls(Map<Setting, String> values) {
    Optional<String> certificate = text(values, Setting.FLORIN_TLS_CERTIFICATE);
    Optional<String> key = text(values, Setting.FLORIN_TLS_KEY);
    if (certificate.isPresent() != key.isPresent()) {
      throw new ConfigException(
          "FLORIN_TLS_CERTIFICATE and FLORIN_TLS_KEY must be set together. Set both, or neither.");
    }
    return certificate.map(chain -> new HttpConfig.Tls(Path.of(chain), Path.of(key.orElseThrow())));
  }

  private static List<AddressRange> trustedProxies(Map<Setting, String> values) {
    return list(values, Setting.FLORIN_TRUSTED_PROXIES).stream()
        .map(entry ->
            AddressRange.parse(entry)
                .orElseThrow(() ->
                    new ConfigException(
                        "FLORIN_TRUSTED_PROXIES must be addresses and ranges such as 10.0.0.0/8, separated by commas; '"
                            + entry
                            + "' is none")))
        .toList();
  }

  private static Optional<SmtpServer> smtp(Map<Setting, String> values) {
    Optional<String> url = text(values, Setting.FLORIN_SMTP_URL);
    Optional<String> from = text(values, Setting.FLORIN_SMTP_FROM);
    if (url.isPresent() != from.isPresent()) {
      throw new ConfigException(
          "FLORIN_SMTP_URL and FLORIN_SMTP_FROM must be set together. Set both, or neither.");
    }
    return url.map(server -> SmtpUrl.parse(server, from.orElseThrow()));
  }

  private static Optional<Rate> rate(Map<Setting, String> values) {
    String text = text(values, Setting.FLORIN_RATE_LIMIT).orElse("off");
    if (text.equals("off")) {
      return Optional.empty();
    }
    if (!text.matches("[1-9][0-9]{0,8}(/[1-9][0-9]{0,8})?")) {
      throw new ConfigException(
          "FLORIN_RATE_LIMIT must be requests a second, with a burst, for example 500/1000, or off; it is '"
              + text
              + "'");
    }
    String[] parts = text.split("/");
    int perSecond = Integer.parseInt(parts[0]);
    int burst = parts.length > 1 ? Integer.parseInt(parts[1]) : 2 * perSecond;
    if (burst < perSecond) {
      throw new ConfigException(
          "FLORIN_RATE_LIMIT: the burst must not be smaller than the rate; it is '" + text + "'");
    }
    return Optional.of(new Rate(perSecond, burst));
  }

  private static boolean cardBrake(Map<Setting, String> values) {
    String text = text(values, Setting.FLORIN_CARD_BRAKE).orElse("");
    return switch (text) {
      case "on" -> true;
      case "off" -> false;
      default ->
          throw new ConfigException("FLORIN_CARD_BRAKE must be on or off; it is '" + text + "'");
    };
  }

  /**
   * Returns the number of committers. The default is one if there are few cores: a second one would
   * only make batches smaller.
   */
  private static int committers(Map<Setting, String> values) {
    return switch (text(values, Setting.FLORIN_COMMITTERS).orElse("")) {
      case "" -> Runtime.getRuntime().availableProcessors() <= FEW_CORES ? 1 : 2;
      case "off" -> 0;
      default -> integer(values, Setting.FLORIN_COMMITTERS, 1, 16);
    };
  }

  private static Optional<BackupPlan> backups(Map<Setting, String> values) {
    Optional<Path> folder = text(values, Setting.FLORIN_BACKUP_FOLDER).map(Path::of);
    Optional<Path> passphrase = text(values, Setting.FLORIN_BACKUP_PASSPHRASE_FILE).map(Path::of);
    Duration interval = Duration.ofHours(integer(values, Setting.FLORIN_BACKUP_HOURS, 1, 168));
    int kept = integer(values, Setting.FLORIN_BACKUPS_KEPT, 1, 1000);
    if (folder.isPresent() && text(values, Setting.FLORIN_DATABASE_URL).isPresent()) {
      throw new ConfigException(
          "FLORIN_BACKUP_FOLDER works with the embedded database only, and FLORIN_DATABASE_URL names another one. Unset FLORIN_BACKUP_FOLDER, and back up that server with its own tools, such as pg_basebackup.");
    }
    if (passphrase.isPresent() && folder.isEmpty()) {
      throw new ConfigException(
          "FLORIN_BACKUP_PASSPHRASE_FILE requires FLORIN_BACKUP_FOLDER. Set both, or neither.");
    }
    return folder.map(place -> new BackupPlan(place, interval, kept, passphrase));
  }

  private static WebhookSettings webhooks(Map<Setting, String> values) {
    List<String> allowed = list(values, Setting.FLORIN_WEBHOOK_ALLOW);
    allowed.stream()
        .filter(entry -> !AddressGuard.isEntry(entry))
        .findFirst()
        .ifPresent(entry -> {
          throw new ConfigException(
              "FLORIN_WEBHOOK_ALLOW must be addresses, ranges such as 10.0.0.0/8, and localhost, separated by commas; '"
                  + entry
                  + "' is none");
        });
    String inFlight = text(values, Setting.FLORIN_WEBHOOK_IN_FLIGHT).orElse("");
    if (!inFlight.matches("[1-9][0-9]{0,3}/[1-9][0-9]{0,4}")) {
      throw new ConfigException(
          "FLORIN_WEBHOOK_IN_FLIGHT must be concurrent attempts for one endpoint and for all, for example 10/1024; it is '"
              + inFlight
              + "'");
    }
    String[] bounds = inFlight.split("/");
    return new WebhookSettings(
        allowed,
        Integer.parseInt(bounds[0]),
        Integer.parseInt(bounds[1]),
        retries(values),
        Duration.ofDays(integer(values, Setting.FLORIN_EVENTS_KEPT, 7, 3650)));
  }

  private static RetrySchedule retries(Map<Setting, String> values) {
    List<String> pauses = list(values, Setting.FLORIN_WEBHOOK_RETRIES);
    if (!pauses.stream().allMatch(pause -> pause.matches("[1-9][0-9]{0,4}[smh]"))) {
      throw new ConfigException(
          "FLORIN_WEBHOOK_RETRIES must be the pauses between attempts, for example 5s,5m,2h; it is '"
              + String.join(",", pauses)
              + "'");
    }
    return new RetrySchedule(pauses.stream().map(pause -> Duration.parse("PT" + pause)).toList());
  }

  private static List<String> list(Map<Setting, String> values, Setting setting) {
    return text(values, setting).stream()
        .flatMap(text -> Stream.of(text.split(",", -1)))
        .map(String::strip)
        .toList();
  }

  private static int integer(Map<Setting, String> values, Setting setting, int min, int max) {
    String text = text(values, setting).orElse("");
    if (text.matches("[0-9]{1,9}")) {
      int value = Integer.parseInt(text);
      if (value >= min && value <= max) {
        return value;
      }
    }
    throw new ConfigException(
        setting + " must be a number from " + min + " to " + max + "; it is '" + text + "'");
  }

  private static Optional<String> text(Map<Setting, String> values, Setting setting) {
    return Optional.ofNullable(values.get(setting)).filter(value -> !value.isEmpty());
  }
}
