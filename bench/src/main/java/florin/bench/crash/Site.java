package florin.bench.crash;

import florin.bench.provider.Shop;
import florin.db.PostgresAddress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** The service that a drill checks at the end, with the parts around it that survive all faults. */
interface Site {
  /** Returns the service's current database. */
  PostgresAddress database();

  /** Returns the accounts that sell at providers. */
  List<HostedAccount> accounts();

  Receiver receiver();

  Journal journal();

  /** Returns a client of the account that takes cards. Its requests and responses are journaled. */
  Shop cards() throws IOException;

  /** Returns a client of an account that sells at a provider. */
  Shop shop(HostedAccount account);

  /** Returns the files and folders that must not contain a card number. */
  List<Path> remains();
}
