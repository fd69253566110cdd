package florin.drill;

import florin.drill.HostedShop.Deed;
import java.io.IOException;

/** {@link HostedCrashMatrixTest} at Mollie, which doesn't end an open page before it expires. */
class MollieCrashMatrixTest extends HostedCrashMatrixTest {
  @Override
  HostedEmulator provider() throws IOException {
    return new HostedEmulator.OfMollie();
  }

  @Override
  boolean takes(Deed deed) {
    return deed != Deed.CANCEL_PAGE;
  }
}
