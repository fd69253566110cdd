package florin.books.fee;

import florin.core.Currency;
import florin.core.Id.FeeContractId;
import florin.vault.Brand;
import java.time.Instant;
import java.util.Optional;

/**
 * A fee contract as the API shows it, field by field.
 *
 * @param percent a decimal number, for example `1.4`
 */
record FeeContractView(
    FeeContractId id,
    String object,
    String connector,
    Optional<String> brand,
    Optional<String> region,
    Optional<Currency> currency,
    String percent,
    long fixed,
    long minimum,
    String validFrom,
    Optional<String> validUntil,
    Instant created,
    boolean livemode) {
  static FeeContractView of(FeeContract contract) {
    return new FeeContractView(
        contract.id(),
        "fee_contract",
        contract.conditions().connector(),
        contract.conditions().brand().map(Brand::text),
        contract.conditions().region().map(Region::text),
        contract.conditions().currency(),
        contract.price().percent(),
        contract.price().fixed(),
        contract.price().minimum(),
        contract.validity().from().toString(),
        contract.validity().until().map(Object::toString),
        contract.created(),
        contract.realm().isLive());
  }
}
