package florin.config;

import java.util.List;

/**
 * A setting: an environment variable, or a line with the same name in the properties file that
 * `FLORIN_CONFIG` names. The tables of docs/reference/configuration.md are generated from this.
 */
public enum Setting {
  FLORIN_DATABASE_URL(
      SettingGroup.DATABASE,
      "",
      "URL of a PostgreSQL 15 or later, which replaces the embedded one: `postgres://user:password@host/database?sslmode=verify-full`."),
  FLORIN_KEYS_FILE(
      SettingGroup.DATABASE,
      "",
      "File with the encryption keys (vault, fingerprints, signatures). Default: `keys` in the data folder."),
  FLORIN_COMMITTERS(
      SettingGroup.DATABASE,
      "",
      "Number of threads that commit changesets in groups, 1 to 16. `off` commits each changeset alone, for comparison. Default: 1 on one or two cores, otherwise 2."),
  FLORIN_DISK_FREE(
      SettingGroup.DATABASE,
      "512",
      "Free megabytes on the disk of the embedded database, 0 to 1000000. If less is free, Florin starts no new payment, and finishes those that it started. 0 turns the limit off."),
  FLORIN_BASE_URL(
      SettingGroup.ADDRESS,
      "",
      "Base URL of links for payers and merchants, for example `https://pay.example.com`. Default: the address that Florin listens on."),
  FLORIN_TLS_CERTIFICATE(
      SettingGroup.ADDRESS,
      "",
      "PEM file with the certificate chain. With it and `FLORIN_TLS_KEY`, the port serves HTTPS. Set both, or neither."),
  FLORIN_TLS_KEY(
      SettingGroup.ADDRESS, "", "PEM file with the private key of the certificate (PKCS #8)."),
  FLORIN_TRUSTED_PROXIES(
      SettingGroup.ADDRESS,
      "",
      "Addresses and ranges of [proxies](#proxies) whose forwarding headers Florin trusts, for example `10.0.0.0/8,192.168.1.7`."),
  FLORIN_RATE_LIMIT(
      SettingGroup.LIMITS,
      "500/1000",
      "Requests per second, and burst, for each API key and node: `RATE/BURST` or `RATE`. The burst is twice the rate by default, and never smaller than the rate. `off` turns the limit off."),
  FLORIN_MAX_IN_FLIGHT(
      SettingGroup.LIMITS,
      "4096",
      "Simultaneous requests with an API key, 1 to 1000000. Above that, Florin returns 503. A small heap lowers it."),
  FLORIN_CARD_BRAKE(
      SettingGroup.LIMITS,
      "on",
      "Whether the [brake on card testing](../concepts/card-testing.md) slows and stops cards from browsers: `on` or `off`. If it is off, Florin counts the cards and lets them pass. Restart all nodes after a change."),
  FLORIN_EVENTS_KEPT(
      SettingGroup.RETENTION,
      "30",
      "Days to keep events, with their deliveries and attempts, 7 to 3650."),
  FLORIN_REQUESTS_KEPT(
      SettingGroup.RETENTION,
      "7",
      "Days to keep the request log of the dashboard, 0 to 90. 0 turns the log off."),
  FLORIN_CARD_DAYS(
      SettingGroup.RETENTION,
      "180",
      "Days to keep a card number without a customer after its payment is final, 0 to 3650."),
  FLORIN_WEBHOOK_ALLOW(
      SettingGroup.WEBHOOKS,
      "",
      "Private addresses and ranges to which Florin may send webhooks, for example `10.0.0.0/8,192.168.1.7`. `localhost` allows loopback addresses, in test mode only."),
  FLORIN_WEBHOOK_IN_FLIGHT(
      SettingGroup.WEBHOOKS,
      "10/1024",
      "Simultaneous webhook attempts of a node, for one endpoint and in total, up to `9999/99999`. A small heap lowers both."),
  FLORIN_WEBHOOK_RETRIES(
      SettingGroup.WEBHOOKS,
      "5s,5m,30m,2h,5h,10h,14h,20h,24h",
      "Pauses between webhook attempts, in seconds (`s`), minutes (`m`) or hours (`h`). After the last one, the delivery is `exhausted`."),
  FLORIN_SMTP_URL(
      SettingGroup.MAIL,
      "",
      "Mail server: `smtp://user:password@host:587` (with `?starttls=required` or `off`) or `smtps://user:password@host:465`. Without it, Florin sends no mail."),
  FLORIN_SMTP_FROM(
      SettingGroup.MAIL,
      "",
      "Sender of mails, for example `Shop <receipts@example.com>`. Set it together with `FLORIN_SMTP_URL`."),
  FLORIN_BANK_TRANSFER_DAYS(
      SettingGroup.BANK,
      "14",
      "Days to wait for a bank transfer, 1 to 90. Then Florin cancels the payment."),
  FLORIN_BANK_FOLDER(
      SettingGroup.BANK,
      "",
      "Folder from which Florin imports bank statements. It has a subfolder for each receiving account, named by its id, with `done` and `failed` inside."),
  FLORIN_PAYMENT_FILE_HOUR(
      SettingGroup.BANK,
      "6",
      "Hour of the day (UTC), 0 to 23, after which Florin puts pending refunds by bank transfer into a payment file. `off`: Florin creates payment files on request only."),
  FLORIN_BACKUP_FOLDER(
      SettingGroup.BACKUPS,
      "",
      "Folder, preferably on another disk, for scheduled, verified backups of the embedded database. Without it, Florin makes no scheduled backups. Florin rejects it together with `FLORIN_DATABASE_URL`."),
  FLORIN_BACKUP_HOURS(SettingGroup.BACKUPS, "24", "Hours between scheduled backups, 1 to 168."),
  FLORIN_BACKUPS_KEPT(
      SettingGroup.BACKUPS,
      "7",
      "Number of scheduled backups to keep, 1 to 1000. Florin deletes older ones."),
  FLORIN_BACKUP_PASSPHRASE_FILE(
      SettingGroup.BACKUPS,
      "",
      "File with a passphrase. With it, scheduled backups contain the encryption keys, encrypted with the passphrase. It requires `FLORIN_BACKUP_FOLDER`."),
  FLORIN_CONFIG(
      SettingGroup.FILES,
      "",
      "Properties file that sets any of these settings. Environment variables override it."),
  FLORIN_ACCESS_LOG(
      SettingGroup.FILES,
      "",
      "File for the access log, with one JSON line for each request. Without it, Florin writes no access log."),
  FLORIN_STRIPE_URL(
      SettingGroup.FILES,
      "",
      "URL of an emulator that replaces Stripe, for tests: `http://127.0.0.1:8420` or an https URL. Florin then rejects live keys."),
  FLORIN_MOLLIE_URL(
      SettingGroup.FILES, "", "URL of an emulator that replaces Mollie, like `FLORIN_STRIPE_URL`.");

  /** A part of the table of settings, in its order. */
  public enum SettingGroup {
    DATABASE("Database and keys"),
    ADDRESS("Address and TLS"),
    LIMITS("Request limits"),
    RETENTION("Retention"),
    WEBHOOKS("Webhooks"),
    MAIL("Mail"),
    BANK("Bank transfers"),
    BACKUPS("Backups"),
    FILES("Files and tests");

    private final String title;

    SettingGroup(String title) {
      this.title = title;
    }

    public String title() {
      return title;
    }
  }

  private final SettingGroup group;
  private final String defaultValue;
  private final String meaning;

  Setting(SettingGroup group, String defaultValue, String meaning) {
    this.group = group;
    this.defaultValue = defaultValue;
    this.meaning = meaning;
  }

  public SettingGroup group() {
    return group;
  }

  /** Returns the default, empty for none. */
  public String defaultValue() {
    return defaultValue;
  }

  /** Returns one or more sentences in Markdown. */
  public String meaning() {
    return meaning;
  }

  public static List<Setting> all() {
    return List.of(values());
  }
}
