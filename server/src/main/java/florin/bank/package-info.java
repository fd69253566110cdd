/**
 * What banks call things: {@link florin.bank.Iban}, {@link florin.bank.Bic}, {@link
 * florin.bank.CreditorReference}, and the picture by which a bank's app fills in a transfer, {@link
 * florin.bank.EpcCode}. Values only: nothing here knows a payment, a database or a request.
 */
@org.jspecify.annotations.NullMarked
package florin.bank;
