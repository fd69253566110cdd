package florin.doctor;

import florin.alert.Alert;
import florin.alert.AlertStore;
import florin.alert.AlertStore.RaisedAlert;
import florin.bank.account.ReceivingAccount;
import florin.bank.account.ReceivingAccountStore;
import florin.bank.imports.BankStatementStore;
import florin.bank.imports.BankStatementStore.Coverage;
import florin.config.Config;
import florin.connector.instance.Instance;
import florin.connector.instance.InstanceStore;
import florin.connector.instance.InstanceStore.InstanceCalls;
import florin.connector.instance.RestoreReviewStore;
import florin.core.Realm;
import florin.db.Db;
import florin.webhook.WebhookEndpoint.Status;
import florin.webhook.WebhookEndpointStore;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The checks of what payments need: connectors, webhook endpoints, bank accounts, alerts. They
 * cover all realms, because the operator runs them.
 */
record BusinessChecks(Db db, Config config, InstantSource clock) {
  /**
   * The age from which a statement counts as old; banks issue none at weekends and on some Fridays
   * and Mondays.
   */
  private static final int STATEMENT_IS_OLD_DAYS = 5;

  private static final Duration RECENT = Duration.ofDays(1);
  private static final int MOST = 50;
  private static final int FAILURES = 3;

  /** The most failing endpoints that are counted. */
  private static final int MOST_ENDPOINTS = 1_000;

  /**
   * Checks connectors.
   *
   * @param live whether there are live keys
   * @param open the ids of those whose circuit is open; empty if the service did not report them
   */
  List<DoctorFinding> connectors(boolean live, Optional<Set<String>> open) {
    String subject = "connectors";
    Instant since = clock.instant().minus(RECENT);
    List<InstanceCalls> all = new InstanceStore(db).listEnabled(since, MOST);
    var findings = new ArrayList<DoctorFinding>();
    for (InstanceCalls calls : all) {
      findings.add(connector(subject, calls, open));
    }
    boolean isLive = all.stream().anyMatch(calls -> calls.instance().realm().isLive());
    if (live && !isLive && !hasLiveBankAccount()) {
      findings.add(
          DoctorFinding.look(
              subject,
              "Live keys exist, but no connector is enabled for live payments",
              "Add a connector with ./florin connectors add, or in the dashboard."));
    }
    if (isLive && config.baseUrl().filter(url -> "https".equals(url.getScheme())).isEmpty()) {
      findings.add(
          DoctorFinding.wrong(
              subject,
              "A connector is enabled for live payments, but FLORIN_BASE_URL is not an https address",
              "Payers and provider webhooks can't reach Florin. Set FLORIN_BASE_URL to the public https address."));
    }
    if (findings.isEmpty()) {
      findings.add(
          DoctorFinding.ok(
              subject, "No connector is enabled; the simulator processes test payments"));
    }
    return findings;
  }

  private boolean hasLiveBankAccount() {
    return new ReceivingAccountStore(db)
        .listEnabled(1).stream().anyMatch(account -> account.realm().isLive());
  }

  private static DoctorFinding connector(
      String subject, InstanceCalls calls, Optional<Set<String>> open) {
    Instance connector = calls.instance();
    String id = connector.id().text();
    String words =
        "%s (%s, %s): %s"
            .formatted(
                id,
                connector.provider().kind(),
                mode(connector.realm()),
                calls
                    .lastAnswer()
                    .map(answer ->
                        "%d of %d calls in the last day got a response, the last at %s"
                            .formatted(calls.answered(), calls.sent(), answer))
                    .orElse(
                        calls.sent() == 0
                            ? "no calls in the last day"
                            : "none of %d calls in the last day got a response"
                                .formatted(calls.sent())));
    if (open.filter(ids -> ids.contains(id)).isPresent()) {
      return DoctorFinding.wrong(
          subject,
          words + "; its circuit is open",
          "The provider fails. Check its status page; Florin retries automatically.");
    }
    if (calls.sent() > 0 && calls.lastAnswer().isEmpty()) {
      return DoctorFinding.wrong(
          subject,
          words,
          "Check the connector with ./florin connectors check "
              + id
              + ", and check the outgoing network connection.");
    }
    if (!connector.state().hasPassed()) {
      return unchecked(subject, connector, words);
    }
    return DoctorFinding.ok(
        subject,
        words + (open.isEmpty() ? "; its circuit is unknown, because no service responds" : ""));
  }

  private static String mode(Realm realm) {
    return realm.isLive() ? "live" : "test";
  }

  private static DoctorFinding unchecked(String subject, Instance connector, String words) {
    String found =
        words
            + (connector.state().check().isPresent()
                ? "; enabled, but the last check failed"
                : "; enabled, but not checked since the last change");
    String advice =
        "Check the connector with ./florin connectors check "
            + connector.id().text()
            + ", or in the dashboard.";
    return connector.realm().isLive()
        ? DoctorFinding.wrong(subject, found, advice)
        : DoctorFinding.look(subject, found, advice);
  }

  List<DoctorFinding> endpoints() {
    var store = new WebhookEndpointStore(db);
    Map<String, Long> states = store.countByState();
    var failing = store.listFailing(clock.instant(), FAILURES, MOST_ENDPOINTS);
    long disabled = failing.stream().filter(it -> it.status() == Status.DISABLED).count();
    String words =
        "Webhook endpoints: %d enabled, %d of them failing, %d disabled after failures"
            .formatted(
                states.getOrDefault("enabled", 0L) + states.getOrDefault("failing", 0L),
                failing.size() - disabled,
                disabled);
    return List.of(
        !failing.isEmpty()
            ? DoctorFinding.look(
                "endpoints",
                words,
                "Their pages in the dashboard show the responses. Resend the missed events there.")
            : DoctorFinding.ok("endpoints", words));
  }

  List<DoctorFinding> bankAccounts() {
    String subject = "bank accounts";
    List<ReceivingAccount> accounts = new ReceivingAccountStore(db).listEnabled(MOST);
    if (accounts.isEmpty()) {
      return List.of(
          DoctorFinding.ok(
              subject, "No receiving account is enabled, so bank transfers are not offered"));
    }
    return accounts.stream().map(account -> bankAccount(subject, account)).toList();
  }

  private DoctorFinding bankAccount(String subject, ReceivingAccount account) {
    Coverage statements = new BankStatementStore(db).coverage(account.realm(), account.id());
    String words =
        "%s (%s, %s): %s"
            .formatted(
                account.id(),
                account.currency().code(),
                mode(account.realm()),
                statements
                    .last()
                    .map(day -> "last statement of " + day)
                    .orElse("no statement yet"));
    if (statements.gaps() > 0) {
      return DoctorFinding.look(
          subject,
          "%s; statements that don't start with the closing balance of the previous one: %d"
              .formatted(words, statements.gaps()),
          "A statement is missing. Get it from the bank and import it.");
    }
    LocalDate old =
        clock.instant().atOffset(ZoneOffset.UTC).toLocalDate().minusDays(STATEMENT_IS_OLD_DAYS);
    return account.realm().isLive() && statements.last().filter(old::isAfter).isPresent()
        ? DoctorFinding.look(
            subject, words, "No statement arrived for days. Check the transfer from the bank.")
        : DoctorFinding.ok(subject, words);
  }

  List<DoctorFinding> alerts() {
    List<RaisedAlert> alerts =
        new AlertStore(db)
            .listOldest(MOST).stream()
                .filter(raised -> !raised.alert().kind().isGoodNews())
                .toList();
    if (alerts.isEmpty()) {
      return List.of(DoctorFinding.ok("alerts", "None is on"));
    }
    return alerts.stream()
        .map(raised -> {
          Alert alert = raised.alert();
          return DoctorFinding.look(
              "alerts",
              "%s of %s (%s) since %s"
                  .formatted(
                      alert.kind().text(),
                      alert.subject(),
                      mode(alert.realm()),
                      raised.raised().truncatedTo(ChronoUnit.SECONDS)),
              "docs/operations/alerts.md explains each alert. Alerts resolve automatically after the cause is fixed.");
        })
        .toList();
  }

  List<DoctorFinding> restore() {
    long unknown = new RestoreReviewStore(db).count();
    return unknown == 0
        ? List.of()
        : List.of(
            DoctorFinding.look(
                "restore",
                "Providers have %d objects that are missing here since a backup was restored"
                    .formatted(unknown),
                "List the objects with ./florin restore --review."));
  }
}
