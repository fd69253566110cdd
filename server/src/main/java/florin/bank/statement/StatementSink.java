package florin.bank.statement;

/**
 * Receives the content of a file in order: for each statement a head, its entries, and an end.
 * Discard everything if {@link StatementReader#read} throws, because the totals of a statement are
 * known only at its last line.
 */
public interface StatementSink {
  void head(StatementHead head);

  void entry(StatementEntry entry);

  void end(StatementEnd end);
}
