package florin.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of the reports of a month. */
final class MonthOptions {
  @Option(names = "--month", required = true, description = "Month, for example 2026-11.")
  String month = "";

  @Option(
      names = "--account",
      description = "Id of the account, acct_…. Default: the account, if there is only one.")
  @Nullable String account;

  @Option(names = "--live", description = "Report live mode. Default: test mode.")
  boolean isLive;
}
