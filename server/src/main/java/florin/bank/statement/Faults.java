package florin.bank.statement;

/** Knows where in the file the reading is. */
interface Faults {
  StatementException fault(StatementException.Kind kind, String message);
}
