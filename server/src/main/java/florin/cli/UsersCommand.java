package florin.cli;

import florin.app.CommandFailure;
import florin.config.BaseUrl;
import florin.core.Id.RequestId;
import florin.core.IdSource;
import florin.core.Mode;
import florin.db.Db;
import florin.team.AuditEntry;
import florin.team.AuditEntry.AuditOutcome;
import florin.team.AuditLog;
import florin.team.Passwords;
import florin.team.Resets;
import florin.team.Resets.UserAccounts;
import florin.team.Team.Membership;
import florin.team.Token;
import java.io.PrintStream;
import java.net.URI;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** `./florin users list|reset`. */
@Command(
    name = "users",
    header = "List the dashboard's users and reset their passwords.",
    footer = {"  ./florin users list", "  ./florin users reset --email ada@example.com"})
final class UsersCommand {
  private final PrintStream out;

  @Mixin private final Operator operator;

  UsersCommand(Terminal terminal) {
    this.out = terminal.out();
    this.operator = new Operator(terminal);
  }

  @Command(
      name = "list",
      header = "List the users who can sign in to the dashboard.",
      footer = "  ./florin users list")
  int list() {
    return operator.withVault((db, _) -> {
      var table = new TextTable("USER", "EMAIL", "SIGN-IN", "ROLES");
      resets(db).list().forEach(known -> add(table, known));
      table.print(out);
      return 0;
    });
  }

  @Command(
      name = "reset",
      header = "Print a link with which a user sets a new password.",
      description = {
        "The link works once, within an hour. Using the link ends all sessions of the user. Florin",
        "records the reset in the audit log."
      },
      footer = "  ./florin users reset --email ada@example.com")
  int reset(
      @Option(names = "--email", required = true, description = "Email address of the user.")
          String email,
      @Option(
              names = "--second-factor",
              description = "Also remove the second factor and the passkeys when the link is used.")
          boolean secondFactor,
      @Option(
              names = "--url",
              description =
                  "Address of the service. Default: FLORIN_BASE_URL, then the address in the data folder, then "
                      + BaseUrl.LOCAL
                      + ".")
          @Nullable String url) {
    URI base = operator.dashboard(url);
    return operator.withVault((db, file) -> {
      UserAccounts known =
          resets(db)
              .find(email)
              .orElseThrow(() ->
                  new CommandFailure(
                      "There is no user " + email + ". List the users with ./florin users list."));
      AuditLog log =
          AuditCommand.log(
              db, file); // The audit entry needs the key. Without the key, no link is created.
      known.accounts().forEach(in -> log.append(entry(in, known, secondFactor)));
      Token link =
          resets(db)
              .newLink(
                  known.user(),
                  secondFactor); // A link is printed only if the audit log has its entry.
      out.printf(
          "Give this link to %s. It works once, within an hour:%n  %s/dashboard/reset/%s%n",
          known.user().email(), base, link.reveal());
      return 0;
    });
  }

  private static void add(TextTable table, UserAccounts known) {
    table.add(
        known.user().id(),
        known.user().email(),
        known.secondFactor() ? "second factor" : "password only",
        known.accounts().stream()
            .map(in -> in.role().text() + " of " + in.name())
            .collect(Collectors.joining(", ")));
  }

  private static AuditEntry entry(Membership in, UserAccounts known, boolean secondFactor) {
    Clock clock = Clock.systemUTC();
    return new AuditEntry(
        in.account(),
        0,
        clock.instant(),
        Optional.empty(),
        "operator",
        "user.reset",
        known.user().id().text(),
        known.user().email() + (secondFactor ? ", with the second factor" : ""),
        AuditOutcome.DONE,
        Mode.TEST,
        "command line",
        new RequestId(new IdSource(clock).next()));
  }

  private static Resets resets(Db db) {
    var random = new SecureRandom();
    return new Resets(db, new Passwords(random, Passwords.COST), Clock.systemUTC(), random);
  }
}
