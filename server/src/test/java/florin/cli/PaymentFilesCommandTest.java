package florin.cli;

import static org.assertj.core.api.Assertions.assertThat;

import florin.cli.Cli.Ran;
import florin.testing.BankObjects;
import florin.testing.TestApp;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/** `./florin bank payment-files` with a running service. */
@TestInstance(Lifecycle.PER_CLASS)
class PaymentFilesCommandTest {
  private final TestApp florin = TestApp.open();

  @AfterAll
  void close() {
    florin.close();
  }

  @Test
  void a_file_is_created_shown_downloaded_and_rejected(@TempDir Path folder) throws IOException {
    String account = BankObjects.accountToOrder(florin.client());
    Ran made = run("create", account);
    assertThat(made.code()).as(made.err()).isZero();
    String id = made.out().substring(0, made.out().indexOf(' '));
    assertThat(made.out()).contains("open", "1  ", "test");
    assertThat(run("create", account).err()).contains("waiting for a payment file");

    assertThat(run("list").out()).startsWith("PAYMENT FILE ").contains(id);
    assertThat(run("list", "--account", account, "--json").out())
        .isEqualTo(
            florin.get("/v2/payment_files?limit=20&receiving_account=" + account).body()
                + System.lineSeparator());
    assertThat(run("show", id).out()).contains(account, "not booked  1");
    Path file = folder.resolve("order.xml");
    assertThat(run("download", id, "--to", file.toString()).out())
        .isEqualTo(file + System.lineSeparator());
    assertThat(Files.readString(file))
        .isEqualTo(florin.get("/v2/payment_files/" + id + ".xml").body());
    Files.writeString(file, "mine");
    assertThat(run("download", id, "--to", file.toString()).err()).contains("already exists");
    assertThat(file).hasContent("mine");

    assertThat(run("reject", id).out()).contains(id, "rejected");
    assertThat(run("reject", id).err()).contains("Only an open payment file");
    assertThat(run("show", id, "--json").out())
        .isEqualTo(florin.get("/v2/payment_files/" + id).body() + System.lineSeparator());
  }

  private Ran run(String... words) {
    var all = new ArrayList<>(List.of("bank", "payment-files"));
    all.addAll(List.of(words));
    all.addAll(List.of("--url", "http://127.0.0.1:" + florin.app().port()));
    return Cli.runPiped(
        "", Map.of("FLORIN_API_KEY", florin.secretKey()), all.toArray(String[]::new));
  }
}
