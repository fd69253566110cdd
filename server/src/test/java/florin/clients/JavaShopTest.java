package florin.clients;

import florin.client.Florin;
import florin.testing.TestApp;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Compiles and runs the example shop of the client for Java. */
class JavaShopTest {
  @Test
  void it_ships_and_refunds_an_order_once() throws Exception {
    Path client = Path.of(Florin.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    try (TestApp app = TestApp.open();
        var shop =
            new RunningShop(
                app,
                Path.of("../clients/java/examples"),
                System.getProperty("java.home") + "/bin/java",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                client.toString(),
                "Shop.java")) {
      shop.sellOnce("7");
    }
  }
}
