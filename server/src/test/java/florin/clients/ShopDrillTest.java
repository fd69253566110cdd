package florin.clients;

import static org.assertj.core.api.Assertions.assertThat;

import florin.cli.Cli.Ran;
import florin.client.Florin;
import florin.payment.execution.CrashPoint;
import florin.testing.Records;
import florin.testing.TestApp;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** `./florin drill shop` with the example shop of the client for Java, and with planted faults. */
class ShopDrillTest {
  private static final Path EXAMPLE = Path.of("../clients/java/examples/Shop.java");

  private static final Set<String> PROBLEMS =
      Stream.of(Planted.values()).map(Planted::problem).collect(Collectors.toSet());

  private static TestApp florin;

  @TempDir Path folder;

  @BeforeAll
  static void open() {
    florin = TestApp.open(CrashPoint.NONE, usual -> Records.with(usual, "cardBrake", false));
  }

  @AfterAll
  static void close() {
    florin.close();
  }

  /** A part of the example whose removal or change is a fault that the drill must find. */
  private enum Planted {
    SHIPPED_TWICE("== null) {", "!= \"\") {"),
    FORGED_WEBHOOK_ACCEPTED("status = 400;", "status = 200;"),
    PAID_TWICE(".idempotencyKey(\"buy-\" + order)", ""),
    REFUND_UNKNOWN("refunded.add(payment.id());", ""),
    PAID_WITHOUT_ORDER("EventType.CHECKOUT_SESSION_COMPLETED", "EventType.PAYMENT_CREATED"),
    ORDER_WITHOUT_PAYMENT(
        "static String buy(String order) {",
        "static String buy(String order) { paid.put(order, \"\"); shipped.put(order, 1);"),
    WEBHOOK_REJECTED(
        "} else if (",
        "} else if (event.type() == EventType.PAYMENT_SUCCEEDED) { throw new IOException(); } else if (");

    private final String right;
    private final String wrong;

    Planted(String right, String wrong) {
      this.right = right;
      this.wrong = wrong;
    }

    String problem() {
      return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
  }

  @Test
  void the_example_shop_passes() throws Exception {
    Ran ran = drill(Set.of(), 60);

    assertThat(ran.code()).as(ran.out() + ran.err()).isZero();
    assertThat(ran.out()).contains("13 of 13 orders agree with the payments.");
  }

  @Test
  void several_planted_faults_are_found() throws Exception {
    var planted =
        EnumSet.of(
            Planted.SHIPPED_TWICE,
            Planted.FORGED_WEBHOOK_ACCEPTED,
            Planted.PAID_TWICE,
            Planted.REFUND_UNKNOWN);
    assertFound(planted);
  }

  @ParameterizedTest
  @EnumSource
  @Tag("drill")
  void each_planted_fault_is_found(Planted planted) throws Exception {
    assertFound(EnumSet.of(planted));
  }

  private void assertFound(Set<Planted> planted) throws Exception {
    Ran ran = drill(planted, 2);

    assertThat(ran.code()).as(ran.out() + ran.err()).isEqualTo(1);
    assertThat(ran.out().lines().filter(line -> PROBLEMS.contains(line)))
        .as(ran.out() + ran.err())
        .containsAll(planted.stream().map(Planted::problem).toList());
  }

  private Ran drill(Set<Planted> faults, int patience) throws Exception {
    String source = Files.readString(EXAMPLE);
    for (Planted fault : faults) {
      assertThat(source).contains(fault.right);
      source = source.replace(fault.right, fault.wrong);
    }
    Files.writeString(folder.resolve("Shop.java"), source);
    Path client = Path.of(Florin.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    try (var shop =
        new RunningShop(
            florin,
            folder,
            System.getProperty("java.home") + "/bin/java",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            client.toString(),
            "Shop.java")) {
      return shop.drill(patience);
    }
  }
}
