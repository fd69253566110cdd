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
@Command(name = "users", description = "List the dashboard's users; help one back in.")
final class UsersCommand {
  private final PrintStream out;

  @Mixin private final Operator operator;

  UsersCommand(Terminal terminal) {
    this.out = terminal.out();
    this.operator = new Operator(terminal);
  }

  @Command(name = "list", description = "List who can sign in to the dashboard.")
  int list() {
    return operator.withVault((db, _) -> {
      resets(db).list().forEach(this::print);
      return 0;
    });
  }

  @Command(
      name = "reset",
      description =
          "Print a link by which a user sets a new password, once, within an hour. It ends all sessions of the user when it is used.")
  int reset(
      @Option(names = "--email", required = true, description = "Of the user.") String email,
      @Option(
              names = "--second-factor",
              description = "The link takes the second factor and the passkeys away as well.")
          boolean secondFactor,
      @Option(
              names = "--url",
              description =
                  "Where Florin is (default: FLORIN_BASE_URL, or what the service of the data folder listens on, or "
                      + BaseUrl.LOCAL
                      + ").")
          @Nullable String url) {
    URI base = operator.dashboard(url);
    return operator.withVault((db, file) -> {
      UserAccounts known =
          resets(db)
              .find(email)
              .orElseThrow(() ->
                  new CommandFailure(
                      "There is no user " + email + "; ./florin users list shows them."));
      AuditLog log = AuditCommand.log(db, file); // without its key there is no link either
      known.accounts().forEach(in -> log.append(entry(in, known, secondFactor)));
      Token link = resets(db).newLink(known.user(), secondFactor); // no link without an entry
      out.printf(
          "Give this link to %s; it works once, for an hour:%n  %s/dashboard/reset/%s%n",
          known.user().email(), base, link.reveal());
      return 0;
    });
  }

  private void print(UserAccounts known) {
    out.printf(
        "%s  %-32s  %-13s  %s%n",
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
    return new Resets(db, new Passwords(random), Clock.systemUTC(), random);
  }
}
