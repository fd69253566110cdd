package florin.bank.statement;

/** Creates exceptions that name the current position in the file. */
interface Faults {
  StatementException fault(StatementException.Kind kind, String message);
}
