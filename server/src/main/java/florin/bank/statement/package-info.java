/**
 * What a bank's file says. {@link florin.bank.statement.StatementReader} reads camt.053, camt.054
 * and MT940 into the same few records and checks that they add up; what they mean for a payment is
 * decided elsewhere. docs/reference/bank-formats.md says which field is taken for what.
 */
@org.jspecify.annotations.NullMarked
package florin.bank.statement;
