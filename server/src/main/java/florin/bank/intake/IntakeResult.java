package florin.bank.intake;

import java.util.List;

/**
 * The result of an import.
 *
 * @param known whether all of it was imported before: then nothing changed
 * @param statements its statements. One that another file brought first names that file
 */
public record IntakeResult(BankFile file, boolean known, List<BankStatement> statements) {
  public IntakeResult {
    statements = List.copyOf(statements);
  }
}
