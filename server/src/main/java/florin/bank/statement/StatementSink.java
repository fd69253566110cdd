package florin.bank.statement;

/**
 * Takes what a file says, in its order: for each statement a head, its entries, an end. What was
 * taken is to be forgotten if {@link StatementReader#read} throws in the end: that a statement adds
 * up is known at its last line only.
 */
public interface StatementSink {
  void head(StatementHead head);

  void entry(StatementEntry entry);

  void end(StatementEnd end);
}
