package florin.cli;

import florin.brake.BrakeReplay;
import florin.brake.BrakeReplay.Touched;
import florin.brake.Step;
import florin.config.ConfigException;
import florin.core.Id.AccountId;
import florin.core.Mode;
import florin.core.Realm;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** `./florin brakes try`. */
@Command(
    name = "brakes",
    header = "Try the brake on card testing with past cards.",
    footer = "  ./florin brakes try --since 28d")
final class BrakesCommand {
  /** The days of cards that the service keeps. */
  private static final int MOST_DAYS = 28;

  private static final InstantSource CLOCK = InstantSource.system();

  private final PrintStream out;

  @Mixin private final Operator operator;

  BrakesCommand(Terminal terminal) {
    this.out = terminal.out();
    this.operator = new Operator(terminal);
  }

  @Command(
      name = "try",
      header = "Print how many past cards each step of the brake would have touched.",
      description =
          "The command replays the stored cards from browsers, at the times of the past, with the limits of live mode. Good cards were approved, bad ones declined. Cards that the brake refused at the time aren't stored, so they aren't replayed. It changes nothing, and works while the service runs.",
      footer = "  ./florin brakes try --since 28d --live")
  int tryPast(
      @Option(
              names = "--since",
              defaultValue = "28d",
              description = "Days to replay, up to 28d. Default: ${DEFAULT-VALUE}.")
          String since,
      @Option(
              names = "--account",
              description =
                  "Id of the account, acct_…. Default: the account, if there is only one.")
          @Nullable String account,
      @Option(names = "--live", description = "Replay live mode. Default: test mode.")
          boolean live) {
    Instant from = CLOCK.instant().minus(Duration.ofDays(days(since)));
    Optional<AccountId> id = Optional.ofNullable(account).map(Operator::accountId);
    Realm realm =
        operator.withAccounts(
            accounts -> KeysCommand.account(accounts, id).realm(live ? Mode.LIVE : Mode.TEST));
    return operator.withVault((db, _) -> {
      print(BrakeReplay.run(db, realm, from));
      return 0;
    });
  }

  private static int days(String text) {
    if (!text.matches("[0-9]{1,2}d")) {
      throw new ConfigException("--since must be a number of days, for example 28d.");
    }
    int days = Integer.parseInt(text.substring(0, text.length() - 1));
    if (days < 1 || days > MOST_DAYS) {
      throw new ConfigException(
          "--since must be from 1d to %dd, because older cards are deleted.".formatted(MOST_DAYS));
    }
    return days;
  }

  private void print(Map<Step, Touched> touched) {
    out.printf("%-6s %8s %8s %8s%n", "step", "good", "bad", "other");
    touched.forEach((step, cards) ->
        out.printf("%-6s %8d %8d %8d%n", step.text(), cards.good(), cards.bad(), cards.others()));
  }
}
