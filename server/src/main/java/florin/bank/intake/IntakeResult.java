package florin.bank.intake;

import java.util.List;

/**
 * What became of a file that was taken.
 *
 * @param known whether all of it was there before: then it has changed nothing
 * @param statements of it. One that another file had brought before names that file
 */
public record IntakeResult(BankFile file, boolean known, List<BankStatement> statements) {
  public IntakeResult {
    statements = List.copyOf(statements);
  }
}
