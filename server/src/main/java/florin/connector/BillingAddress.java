package florin.connector;

import java.util.Optional;

/** The parts of the payer's address that an issuer can check. */
public record BillingAddress(Optional<String> line1, Optional<String> postalCode) {}
