package florin.config;

import java.util.List;

/**
 * A setting: an environment variable, or a line with the same name in the properties file that
 * `FLORIN_CONFIG` names. The table of docs/reference/configuration.md lists them all; a test
 * compares the two.
 */
public enum Setting {
  FLORIN_DATABASE_URL(
      "",
      "URL of a PostgreSQL 15 or later to use instead of the embedded one: `postgres://user:password@host/database?sslmode=verify-full`"),
  FLORIN_KEYS_FILE(
      "",
      "file with the secret keys (vault, fingerprints, signatures); default: `keys` in the data folder"),
  FLORIN_BASE_URL(
      "",
      "base URL of links for payers and merchants, for example `https://pay.example.com`; default: the address it listens on"),
  FLORIN_SMTP_URL(
      "",
      "mail server: `smtp://user:password@host:587` (with `?starttls=required` or `off`) or `smtps://user:password@host:465`; unset: no mail"),
  FLORIN_SMTP_FROM(
      "",
      "sender of mails, for example `Shop <receipts@example.com>`; required with `FLORIN_SMTP_URL`"),
  FLORIN_WEBHOOK_ALLOW(
      "",
      "private addresses and ranges to which webhooks may be sent, for example `10.0.0.0/8,192.168.1.7`; `localhost` allows loopback, in test mode only"),
  FLORIN_WEBHOOK_IN_FLIGHT(
      "10/1024",
      "simultaneous webhook attempts of this node: for one endpoint / for all; a small heap lowers both"),
  FLORIN_WEBHOOK_RETRIES(
      "5s,5m,30m,2h,5h,10h,14h,20h,24h",
      "pauses before the second webhook attempt, the third, and so on; after the last, the delivery is `exhausted`"),
  FLORIN_EVENTS_KEPT("30", "days to keep events with their deliveries and attempts, 7 to 3650"),
  FLORIN_REQUESTS_KEPT(
      "7", "days to keep the dashboard's request log, 1 to 90; 0 turns the log off"),
  FLORIN_TRUSTED_PROXIES(
      "",
      "addresses and ranges of proxies whose forwarding headers Florin trusts, for example `10.0.0.0/8,192.168.1.7`: see [Limits](#limits)"),
  FLORIN_RATE_LIMIT("500/1000", "requests a second / burst, for each key and node; or `off`"),
  FLORIN_MAX_IN_FLIGHT(
      "4096",
      "simultaneous requests with an API key, beyond which Florin returns 503; a small heap lowers it"),
  FLORIN_COMMITTERS(
      "",
      "threads that commit changesets in groups; default: one on up to two cores, two on more; `off` commits each changeset alone, for comparison"),
  FLORIN_CARD_DAYS(
      "180", "days to keep a card number without a customer after its payment is final"),
  FLORIN_BANK_TRANSFER_DAYS(
      "14", "days to wait for a bank transfer, 1 to 90; then Florin cancels the payment"),
  FLORIN_BANK_FOLDER(
      "",
      "folder from which Florin imports bank statements; it has a subfolder for each receiving account, named by its id, with `done` and `failed` inside"),
  FLORIN_PAYMENT_FILE_HOUR(
      "6",
      "hour of the day (UTC), 0 to 23, after which pending refunds by bank transfer go into a payment file; `off`: files are created on request only"),
  FLORIN_BACKUP_FOLDER(
      "",
      "folder, preferably on another disk, for scheduled, verified backups of the embedded database; unset: no scheduled backups"),
  FLORIN_BACKUP_HOURS("24", "hours between scheduled backups, 1 to 168"),
  FLORIN_BACKUPS_KEPT(
      "7", "number of scheduled backups to keep, 1 to 1000; Florin deletes older ones"),
  FLORIN_BACKUP_PASSPHRASE_FILE(
      "",
      "file with a passphrase; if set, scheduled backups include the secret keys, encrypted with it"),
  FLORIN_DISK_FREE(
      "512",
      "free megabytes on the embedded database's disk, 0 to 1000000, below which Florin starts no new payment but finishes those it started; 0: no limit"),
  FLORIN_STRIPE_URL(
      "",
      "URL to use instead of Stripe's, for tests: `http://127.0.0.1:8420` or an https URL; Florin then refuses live keys"),
  FLORIN_TLS_CERTIFICATE(
      "", "PEM file with the certificate chain; with `FLORIN_TLS_KEY` the port serves HTTPS"),
  FLORIN_TLS_KEY("", "PEM file with the private key (PKCS #8)"),
  FLORIN_ACCESS_LOG(
      "", "file for the access log, one JSON line for each request; unset: no access log"),
  FLORIN_CONFIG("", "properties file that sets any of these; environment variables override it");

  private final String defaultValue;
  private final String meaning;

  Setting(String defaultValue, String meaning) {
    this.defaultValue = defaultValue;
    this.meaning = meaning;
  }

  /** Returns the default, empty for none. */
  public String defaultValue() {
    return defaultValue;
  }

  public String meaning() {
    return meaning;
  }

  public static List<Setting> all() {
    return List.of(values());
  }
}
