package florin.drill;

import florin.drill.HostedShop.Deed;
import java.io.IOException;

/** {@link HostedCrashMatrixTest} at Mollie, which doesn't end an open page before it expires. */
class MollieCrashMatrixTest extends HostedCrashMatrixTest {
  @Override
  HostedDouble provider() throws IOException {
    return new HostedDouble.OfMollie();
  }

  @Override
  boolean takes(Deed deed) {
    return deed != Deed.CANCEL_PAGE;
  }
}
