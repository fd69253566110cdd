package florin.cli;

import florin.config.ConfigException;
import florin.core.Id.PaymentFileId;
import florin.http.Json;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** `./florin bank payment-files list|show|create|download|reject`: calls a running service. */
@Command(
    name = "payment-files",
    header = "Create and download the files that tell your bank to send refunds.",
    footer = {
      "  ./florin bank payment-files create ba_01h455vb4pex5vsknk084sn02q",
      "  ./florin bank payment-files download pf_01h455vb4pex5vsknk084sn02q --to refunds.xml"
    })
public final class PaymentFilesCommand {
  private static final String PATH = "/v2/payment_files";

  /** Only the owner may read the file, because it contains payers' account numbers. */
  private static final FileAttribute<Set<PosixFilePermission>> OWNERS =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

  private final PrintStream out;

  PaymentFilesCommand(Terminal terminal) {
    this.out = terminal.out();
  }

  @Command(
      name = "list",
      header = "List payment files, newest first.",
      footer = "  ./florin bank payment-files list")
  int list(
      @Option(names = "--account", description = "Only files of this receiving account, ba_….")
          Optional<String> account,
      @Option(
              names = "--limit",
              defaultValue = "20",
              description = "Number of files, 1 to 100. Default: ${DEFAULT-VALUE}.")
          int limit,
      @Option(names = "--json", description = "Print the JSON response of the API unchanged.")
          boolean json,
      @Mixin ServiceOptions options) {
    try (var florin = new RestClient(options)) {
      String filter =
          account
              .map(id -> "&receiving_account=" + URLEncoder.encode(id, StandardCharsets.UTF_8))
              .orElse("");
      String answer = florin.get(PATH + "?limit=" + limit + filter);
      if (json) {
        out.println(answer);
      } else if (Json.readObject(answer).get("data") instanceof List<?> files) {
        table(files).print(out);
      }
      return 0;
    }
  }

  @Command(
      name = "show",
      header = "Show a payment file, its status and its open transfers.",
      footer = "  ./florin bank payment-files show pf_01h455vb4pex5vsknk084sn02q")
  int show(
      @Parameters(paramLabel = "FILE", description = "Id of the payment file, pf_….") String id,
      @Option(names = "--json", description = "Print the JSON response of the API unchanged.")
          boolean json,
      @Mixin ServiceOptions options) {
    PaymentFileId order = read(id);
    try (var florin = new RestClient(options)) {
      String answer = florin.get(PATH + "/" + order);
      if (json) {
        out.println(answer);
        return 0;
      }
      Map<String, Object> found = Json.readObject(answer);
      table(List.of(found)).printRows(out);
      out.println("  account     " + found.get("receiving_account"));
      out.println("  message id  " + found.get("message_id"));
      out.println("  not booked  " + found.get("transfers_open"));
      return 0;
    }
  }

  @Command(
      name = "create",
      header = "Put the waiting refunds and returns into a payment file now.",
      description = "Florin also does this automatically, once a day.",
      footer = "  ./florin bank payment-files create ba_01h455vb4pex5vsknk084sn02q")
  int create(
      @Parameters(paramLabel = "ACCOUNT", description = "Id of the receiving account, ba_….")
          String account,
      @Mixin ServiceOptions options) {
    try (var florin = new RestClient(options)) {
      table(List.of(florin.post(PATH, Map.of("receiving_account", account)).body())).printRows(out);
      return 0;
    }
  }

  @Command(
      name = "download",
      header = "Write a payment file (pain.001.001.09) for your bank to disk.",
      description = {
        "The command doesn't replace an existing file. In live mode, an owner must first allow",
        "downloads with an API key in the dashboard."
      },
      footer =
          "  ./florin bank payment-files download pf_01h455vb4pex5vsknk084sn02q --to refunds.xml")
  int download(
      @Parameters(paramLabel = "FILE", description = "Id of the payment file, pf_….") String id,
      @Option(
              names = "--to",
              paramLabel = "FILE",
              description = "File to create. Default: florin-pf_….xml in the current folder.")
          Optional<Path> to,
      @Mixin ServiceOptions options) {
    PaymentFileId order = read(id);
    try (var florin = new RestClient(options)) {
      String file = florin.get(PATH + "/" + order + ".xml");
      Path target = to.orElseGet(() -> Path.of("florin-" + order + ".xml"));
      write(target, file);
      out.println(target);
      return 0;
    }
  }

  private static void write(Path target, String file) {
    try {
      Files.createFile(target, OWNERS);
      Files.writeString(target, file);
    } catch (FileAlreadyExistsException there) {
      throw new ConfigException(
          target + " already exists and was not changed. Choose another file with --to.");
    } catch (IOException failed) {
      throw new ConfigException(
          target
              + " can't be written: "
              + failed.getMessage()
              + ". Choose another file with --to.");
    }
  }

  @Command(
      name = "reject",
      header = "Record that the bank rejected a payment file.",
      description = {
        "Transfers that the bank hasn't booked go into the next payment file. In live mode, record",
        "the rejection in the dashboard, with your password."
      },
      footer = "  ./florin bank payment-files reject pf_01h455vb4pex5vsknk084sn02q")
  int reject(
      @Parameters(paramLabel = "FILE", description = "Id of the payment file, pf_….") String id,
      @Mixin ServiceOptions options) {
    PaymentFileId order = read(id);
    try (var florin = new RestClient(options)) {
      table(List.of(florin.post(PATH + "/" + order + "/reject", Map.of()).body())).printRows(out);
      return 0;
    }
  }

  private static PaymentFileId read(String id) {
    return PaymentFileId.KIND
        .parse(id)
        .orElseThrow(() ->
            new ConfigException(
                "A payment file id is pf_ and 26 characters. List the ids with ./florin bank payment-files list."));
  }

  private static TextTable table(List<?> files) {
    var table = new TextTable("PAYMENT FILE", "STATUS", "TRANSFERS", TextTable.AMOUNT, "MODE");
    for (Object each : files) {
      var file = (Map<?, ?>) each;
      table.add(
          file.get("id"),
          file.get("status"),
          file.get("transfers"),
          PaymentsCommand.amount(file, "amount"),
          Boolean.TRUE.equals(file.get("livemode")) ? "live" : "test");
    }
    return table;
  }
}
