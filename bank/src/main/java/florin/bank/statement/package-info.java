/**
 * The content of bank files. {@link florin.bank.statement.StatementReader} reads camt.053, camt.054
 * and MT940 into the same records and checks their totals. Other packages decide what they mean for
 * a payment. docs/reference/bank-formats.md lists the field that each value comes from.
 */
@org.jspecify.annotations.NullMarked
package florin.bank.statement;
