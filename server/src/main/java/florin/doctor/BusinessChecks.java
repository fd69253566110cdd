package florin.doctor;

import florin.config.Config;
import florin.doctor.DoctorStore.BankState;
import florin.doctor.DoctorStore.ConnectorState;
import florin.doctor.DoctorStore.EndpointCounts;
import florin.doctor.DoctorStore.OpenAlert;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The checks of what payments need: connectors, webhook endpoints, bank accounts, alerts. */
record BusinessChecks(DoctorStore store, Config config, InstantSource clock) {
  /**
   * The age from which a statement counts as old; banks issue none at weekends and on some Fridays
   * and Mondays.
   */
  private static final int STATEMENT_IS_OLD_DAYS = 5;

  private static final Duration RECENT = Duration.ofDays(1);
  private static final int MOST = 50;

  /**
   * Checks connectors.
   *
   * @param live whether there are live keys
   * @param open the ids of those whose circuit is open; empty if the service did not report them
   */
  List<DoctorFinding> connectors(boolean live, Optional<Set<String>> open) {
    String subject = "connectors";
    Instant since = clock.instant().minus(RECENT);
    List<ConnectorState> all = store.listConnectors(since, MOST);
    var findings = new ArrayList<DoctorFinding>();
    for (ConnectorState connector : all) {
      findings.add(connector(subject, connector, open));
    }
    boolean isLive = all.stream().anyMatch(ConnectorState::live);
    if (live && !isLive && !store.hasLiveBankAccount()) {
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

  private static DoctorFinding connector(
      String subject, ConnectorState connector, Optional<Set<String>> open) {
    String words =
        "%s (%s, %s): %s"
            .formatted(
                connector.id(),
                connector.kind(),
                connector.live() ? "live" : "test",
                connector
                    .lastAnswer()
                    .map(answer ->
                        "%d of %d calls in the last day got a response, the last at %s"
                            .formatted(connector.answered(), connector.sent(), answer))
                    .orElse(
                        connector.sent() == 0
                            ? "no calls in the last day"
                            : "none of %d calls in the last day got a response"
                                .formatted(connector.sent())));
    if (open.filter(ids -> ids.contains(connector.id())).isPresent()) {
      return DoctorFinding.wrong(
          subject,
          words + "; its circuit is open",
          "The provider fails. Check its status page; Florin retries automatically.");
    }
    if (connector.sent() > 0 && connector.lastAnswer().isEmpty()) {
      return DoctorFinding.wrong(
          subject,
          words,
          "Check the connector with ./florin connectors check "
              + connector.id()
              + ", and check the outgoing network connection.");
    }
    if (!connector.passed()) {
      return unchecked(subject, connector, words);
    }
    return DoctorFinding.ok(
        subject,
        words + (open.isEmpty() ? "; its circuit is unknown, because no service responds" : ""));
  }

  private static DoctorFinding unchecked(String subject, ConnectorState connector, String words) {
    String found =
        words
            + (connector.checked()
                ? "; enabled, but the last check failed"
                : "; enabled, but not checked since the last change");
    String advice =
        "Check the connector with ./florin connectors check "
            + connector.id()
            + ", or in the dashboard.";
    return connector.live()
        ? DoctorFinding.wrong(subject, found, advice)
        : DoctorFinding.look(subject, found, advice);
  }

  List<DoctorFinding> endpoints() {
    EndpointCounts state = store.endpoints();
    String words =
        "Webhook endpoints: %d enabled, %d of them failing, %d disabled after failures"
            .formatted(state.enabled(), state.failing(), state.disabled());
    return List.of(
        state.failing() + state.disabled() > 0
            ? DoctorFinding.look(
                "endpoints",
                words,
                "Their pages in the dashboard show the responses. Resend the missed events there.")
            : DoctorFinding.ok("endpoints", words));
  }

  List<DoctorFinding> bankAccounts() {
    String subject = "bank accounts";
    List<BankState> accounts = store.listBankAccounts(MOST);
    if (accounts.isEmpty()) {
      return List.of(
          DoctorFinding.ok(
              subject, "No receiving account is enabled, so bank transfers are not offered"));
    }
    return accounts.stream().map(account -> bankAccount(subject, account)).toList();
  }

  private DoctorFinding bankAccount(String subject, BankState account) {
    String words =
        "%s (%s, %s): %s"
            .formatted(
                account.id(),
                account.currency(),
                account.live() ? "live" : "test",
                account
                    .lastStatement()
                    .map(day -> "last statement of " + day)
                    .orElse("no statement yet"));
    if (account.gaps() > 0) {
      return DoctorFinding.look(
          subject,
          "%s; %d statements don't start with the closing balance of the previous one"
              .formatted(words, account.gaps()),
          "A statement is missing. Get it from the bank and import it.");
    }
    LocalDate old =
        clock.instant().atOffset(ZoneOffset.UTC).toLocalDate().minusDays(STATEMENT_IS_OLD_DAYS);
    return account.live() && account.lastStatement().filter(old::isAfter).isPresent()
        ? DoctorFinding.look(
            subject, words, "No statement arrived for days. Check the transfer from the bank.")
        : DoctorFinding.ok(subject, words);
  }

  List<DoctorFinding> alerts() {
    List<OpenAlert> alerts = store.listAlerts(MOST);
    if (alerts.isEmpty()) {
      return List.of(DoctorFinding.ok("alerts", "None is on"));
    }
    return alerts.stream()
        .map(alert ->
            DoctorFinding.look(
                "alerts",
                "%s of %s (%s) since %s"
                    .formatted(
                        alert.kind(),
                        alert.subject(),
                        alert.live() ? "live" : "test",
                        alert.raised()),
                "docs/operations/alerts.md explains each alert. Alerts resolve automatically after the cause is fixed."))
        .toList();
  }

  List<DoctorFinding> restore() {
    long unknown = store.countUnknownObjects();
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
