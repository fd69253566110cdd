package florin.config;

import java.util.List;

/**
 * Everything that can be configured beside the options of the command line: as an environment
 * variable, or under the same name in the properties file that `FLORIN_CONFIG` names. The README
 * has the same table; a test compares them.
 */
public enum Setting {
  FLORIN_DATABASE_URL(
      "",
      "PostgreSQL 15 or later to use instead of the embedded one, `postgres://user:password@host/database?sslmode=verify-full`"),
  FLORIN_KEYS_FILE(
      "",
      "file with the secret keys (vault, fingerprints, signatures); by default `keys` in the data folder"),
  FLORIN_BASE_URL(
      "",
      "where payers and merchants reach the service, for the links that it gives out, `https://pay.example.com`; by default the address it listens on"),
  FLORIN_SMTP_URL(
      "",
      "mail server that receipts go out by, `smtp://user:password@host:587` (with `?starttls=required` or `off`) or `smtps://user:password@host:465`; no mail without it"),
  FLORIN_SMTP_FROM(
      "",
      "address that receipts come from, `Shop <receipts@example.com>`; goes with the mail server"),
  FLORIN_WEBHOOK_ALLOW(
      "",
      "addresses and ranges that webhooks may be sent to though they are not public, `10.0.0.0/8,192.168.1.7`; `localhost` is loopback, in test mode only"),
  FLORIN_WEBHOOK_IN_FLIGHT(
      "10/1024",
      "attempts to deliver at once, for one endpoint and for all, of this node; fewer where the heap carries fewer"),
  FLORIN_WEBHOOK_RETRIES(
      "5s,5m,30m,2h,5h,10h,14h,20h,24h",
      "pauses before the second attempt, the third, …; after the last a delivery is `exhausted`"),
  FLORIN_EVENTS_KEPT(
      "30", "days for which events are kept, with their deliveries and attempts, 7 to 3650"),
  FLORIN_REQUESTS_KEPT(
      "7", "days for which the dashboard's log of requests is kept, 1 to 90; 0 for no log"),
  FLORIN_TRUSTED_PROXIES(
      "",
      "addresses and ranges of proxies in front, `10.0.0.0/8,192.168.1.7`, that are believed for whom they ask: see [Limits](#limits)"),
  FLORIN_RATE_LIMIT("500/1000", "requests a second and burst for each key and node, or `off`"),
  FLORIN_MAX_IN_FLIGHT(
      "4096",
      "requests with a key that run at once, fewer where the heap carries fewer; past it 503"),
  FLORIN_COMMITTERS(
      "",
      "threads that commit changesets in groups; by default one on two cores or fewer, two on more; `off` commits each by itself, for comparison"),
  FLORIN_CARD_DAYS(
      "180",
      "days for which a card number that belongs to no customer is kept after its payment is final"),
  FLORIN_BANK_TRANSFER_DAYS(
      "14", "days for which a bank transfer is waited for, 1 to 90; then its payment is canceled"),
  FLORIN_BANK_FOLDER(
      "",
      "folder out of which bank statements are taken: a subfolder for each receiving account, of the name of its id; each file goes to `done` or `failed` there"),
  FLORIN_BANK_ORDER_HOUR(
      "6",
      "hour of the day (UTC), 0 to 23, from which refunds by bank transfer that wait go into an order file; or `off`: files are made when somebody asks"),
  FLORIN_BACKUP_FOLDER(
      "",
      "folder, better on another disk, for backups of the embedded database that the service makes and verifies by itself; none without it"),
  FLORIN_BACKUP_HOURS("24", "hours between two of these backups, 1 to 168"),
  FLORIN_BACKUPS_KEPT("7", "how many of these backups are kept, 1 to 1000; older ones are deleted"),
  FLORIN_BACKUP_PASSPHRASE_FILE(
      "",
      "file with a passphrase; with it these backups hold the secret keys, sealed with the passphrase"),
  FLORIN_DISK_FREE(
      "512",
      "megabytes that stay free on the disk of the embedded database, 0 to 1000000: with less no new payment is begun, and what was begun is finished; 0 for no such bound"),
  FLORIN_STRIPE_URL(
      "",
      "what is asked in place of Stripe, `http://127.0.0.1:8420` or an https URL, for tests; live keys are not used then"),
  FLORIN_TLS_CERTIFICATE(
      "", "PEM file with the certificate chain; with it and the key the port speaks HTTPS"),
  FLORIN_TLS_KEY("", "PEM file with the private key (PKCS #8)"),
  FLORIN_ACCESS_LOG(
      "", "file for the access log, one JSON line a request; no access log without it"),
  FLORIN_CONFIG("", "properties file that sets any of these; the environment is stronger");

  private final String defaultValue;
  private final String meaning;

  Setting(String defaultValue, String meaning) {
    this.defaultValue = defaultValue;
    this.meaning = meaning;
  }

  /** Empty for none. */
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
