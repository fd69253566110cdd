package florin.bench.crash;

import emulator.stripe.StripeEmulator;
import florin.bench.provider.Shop;
import florin.db.PostgresAddress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** What is looked at in the end of a drill: a service, and around it what does not die with it. */
interface Site {
  /** Of the service, as it is now. */
  PostgresAddress database();

  /** Where somebody sells at a provider. */
  Optional<StripeEmulator> provider();

  Receiver receiver();

  Journal journal();

  /** A client of the account that takes cards, whose requests and answers are journalled. */
  Shop cards() throws IOException;

  /** A client of the account that sells at the provider. */
  Shop hosted();

  /** Files and folders in which no card's number may stand. */
  List<Path> remains();
}
