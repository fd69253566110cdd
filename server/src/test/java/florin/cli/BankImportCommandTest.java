package florin.cli;

import static org.assertj.core.api.Assertions.assertThat;

import florin.cli.Cli.Ran;
import florin.core.Id.ReceivingAccountId;
import florin.testing.Mt940Text;
import florin.testing.TestApp;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/** `./florin bank import` with a running service. */
@TestInstance(Lifecycle.PER_CLASS)
class BankImportCommandTest {
  private final TestApp florin = TestApp.open();
  private final UUID account = UUID.randomUUID();

  @BeforeAll
  void addAccount() {
    florin.update(
        "INSERT INTO receiving_account (realm_id, id, version, status, iban, holder, currency, statement_format, created_at)"
            + " VALUES (?, ?, 1, 'enabled', 'NL91ABNA0417164300', 'Shop GmbH', 'eur', 'mt940', now())",
        florin.realm().id(),
        account);
  }

  @AfterAll
  void close() {
    florin.close();
  }

  @Test
  void each_file_is_imported_and_each_that_fails_is_named(@TempDir Path folder) throws IOException {
    Path wrong = Files.writeString(folder.resolve("wrong.sta"), "no statement");
    Path missing = folder.resolve("missing.sta");
    Path good =
        Files.writeString(folder.resolve("good.sta"), Mt940Text.of("NL91ABNA0417164300", "1"));

    Ran ran = run("" + wrong, "" + missing, "" + folder, "" + good);

    assertThat(ran.code()).isEqualTo(1);
    assertThat(ran.err().lines())
        .hasSize(3)
        .anyMatch(line -> line.startsWith(wrong + ": The file is not a supported bank"))
        .anyMatch(line -> line.startsWith(missing + ": The file doesn't exist."))
        .anyMatch(line -> line.startsWith(folder + ": The file can't be read."));
    assertThat(ran.out()).startsWith(good + "  bfile_").contains("1 statement\n");
    assertThat(run("" + good)).extracting(Ran::code, Ran::err).containsExactly(0, "");
  }

  @Test
  void the_account_is_named_where_the_bank_uses_an_older_number(@TempDir Path folder)
      throws IOException {
    Path old = Files.writeString(folder.resolve("old.sta"), Mt940Text.of("417164300", "2"));

    Ran unnamed = run("" + old);
    Ran named = run("" + old, "--account", new ReceivingAccountId(account).text());

    assertThat(unnamed.code()).isEqualTo(1);
    assertThat(unnamed.err()).contains("send receiving_account");
    assertThat(named.code()).as(named.err()).isZero();
    assertThat(run("" + old, "--account", "ba_1").err()).startsWith(old + ": ");
  }

  private Ran run(String... words) {
    var all = new ArrayList<>(List.of("bank", "import"));
    all.addAll(List.of(words));
    all.addAll(List.of("--url", "http://127.0.0.1:" + florin.app().port()));
    return Cli.runPiped(
        "", Map.of("FLORIN_API_KEY", florin.secretKey()), all.toArray(String[]::new));
  }
}
