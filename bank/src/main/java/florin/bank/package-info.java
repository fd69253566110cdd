/**
 * The value types of bank transfers: {@link florin.bank.CreditorReference}, and {@link
 * florin.bank.EpcCode}, the QR code with which a banking app fills in a transfer. This package has
 * no payments, database access or requests.
 */
@org.jspecify.annotations.NullMarked
package florin.bank;
