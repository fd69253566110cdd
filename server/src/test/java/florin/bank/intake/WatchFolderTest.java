package florin.bank.intake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import florin.core.Id.ReceivingAccountId;
import florin.payment.execution.Probe;
import florin.testing.BankShop;
import florin.testing.BankShop.Waiting;
import florin.testing.BankStatementText;
import florin.testing.BankStatementText.Line;
import florin.testing.Records;
import florin.testing.TestApp;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Statements out of a folder: each once, and what is wrong beside its reason. */
class WatchFolderTest {
  @Test
  void a_file_is_taken_once_and_a_wrong_one_is_put_aside_with_the_reason(@TempDir Path folder)
      throws IOException {
    try (TestApp florin =
        TestApp.open(Probe.NONE, usual -> Records.with(usual, "bankFolder", Optional.of(folder)))) {
      Waiting payment = new BankShop(florin).ask(500);
      String account =
          new ReceivingAccountId(
                  UUID.fromString(
                      florin.query("SELECT id::text FROM receiving_account").getFirst()))
              .text();
      Path sub = Files.createDirectories(folder.resolve(account));
      String statement =
          new BankStatementText(
                  "W-1", payment.iban(), 0, List.of(Line.credit(500, "W1", payment.reference())))
              .xml();

      Files.writeString(sub.resolve("good.xml"), statement);
      Files.writeString(sub.resolve("half.xml"), statement.substring(0, statement.length() / 2));

      await()
          .atMost(Duration.ofSeconds(30))
          .until(() ->
              Files.exists(sub.resolve("done/good.xml"))
                  && Files.exists(sub.resolve("failed/half.xml")));
      assertThat(sub.resolve("failed/half.xml.reason.txt"))
          .content()
          .contains("Nothing of the file was taken.");
      assertThat(WatchFolder.listFailed(folder, _ -> Optional.of(florin.realm())))
          .extracting(failed -> failed.account().text())
          .containsExactly(account);
      Files.move(sub.resolve("failed/half.xml"), folder.resolve("half.xml"));
      assertThat(WatchFolder.listFailed(folder, _ -> Optional.of(florin.realm()))).isEmpty();
      await()
          .atMost(Duration.ofSeconds(20))
          .until(
              () -> florin.get("/v2/payments/" + payment.id()).text("/status").equals("succeeded"));
    }
  }
}
