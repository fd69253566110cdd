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

/** `./florin bank payment-files list|show|create|download|reject`: asks the service that runs. */
@Command(
    name = "payment-files",
    description = "The files by which your bank is asked to send refunds and returns.")
public final class PaymentFilesCommand {
  private static final String PATH = "/v2/payment_files";

  /** It has account numbers of payers. */
  private static final FileAttribute<Set<PosixFilePermission>> OWNERS =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

  private final PrintStream out;

  PaymentFilesCommand(Terminal terminal) {
    this.out = terminal.out();
  }

  @Command(name = "list", description = "List payment files, the newest first.")
  int list(
      @Option(names = "--account", description = "Of this bank account, ba_….")
          Optional<String> account,
      @Option(names = "--limit", defaultValue = "20", description = "How many, up to 100.")
          int limit,
      @Option(names = "--json", description = "Print JSON as it came.") boolean json,
      @Mixin Asking asking) {
    try (var florin = new RestClient(asking)) {
      String filter =
          account
              .map(id -> "&receiving_account=" + URLEncoder.encode(id, StandardCharsets.UTF_8))
              .orElse("");
      String answer = florin.get(PATH + "?limit=" + limit + filter);
      if (json) {
        out.println(answer);
      } else if (Json.readObject(answer).get("data") instanceof List<?> orders) {
        orders.forEach(order -> print((Map<?, ?>) order));
      }
      return 0;
    }
  }

  @Command(name = "show", description = "Show what a payment file asks for, and how it stands.")
  int show(
      @Parameters(paramLabel = "FILE", description = "pf_…") String id,
      @Option(names = "--json", description = "Print JSON as it came.") boolean json,
      @Mixin Asking asking) {
    PaymentFileId order = read(id);
    try (var florin = new RestClient(asking)) {
      String answer = florin.get(PATH + "/" + order);
      if (json) {
        out.println(answer);
        return 0;
      }
      Map<String, Object> found = Json.readObject(answer);
      print(found);
      out.println("  account     " + found.get("receiving_account"));
      out.println("  message id  " + found.get("message_id"));
      out.println("  not booked  " + found.get("transfers_open"));
      return 0;
    }
  }

  @Command(
      name = "create",
      description =
          "Put what waits for a payment file into one now. Once a day that is done by itself.")
  int create(
      @Parameters(paramLabel = "ACCOUNT", description = "ba_…") String account,
      @Mixin Asking asking) {
    try (var florin = new RestClient(asking)) {
      print(florin.post(PATH, Map.of("receiving_account", account)).body());
      return 0;
    }
  }

  @Command(
      name = "download",
      description = {
        "Write a payment file (pain.001.001.09) into a file for your bank; one that is there stays.",
        "Of live mode by key only where an owner allows that in the dashboard."
      })
  int download(
      @Parameters(paramLabel = "FILE", description = "pf_…") String id,
      @Option(
              names = "--to",
              paramLabel = "FILE",
              description = "Where to; else into this folder, under the file's own name.")
          Optional<Path> to,
      @Mixin Asking asking) {
    PaymentFileId order = read(id);
    try (var florin = new RestClient(asking)) {
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
          target + " is there already, and is left as it is. Name another file by --to.");
    } catch (IOException failed) {
      throw new ConfigException(
          target + " could not be written: " + failed.getMessage() + ". Name another by --to.");
    }
  }

  @Command(
      name = "reject",
      description = {
        "Say that the bank does not carry a payment file out: what it has not booked goes into the next.",
        "In live mode a person says so in the dashboard, with the password."
      })
  int reject(
      @Parameters(paramLabel = "FILE", description = "pf_…") String id, @Mixin Asking asking) {
    PaymentFileId order = read(id);
    try (var florin = new RestClient(asking)) {
      print(florin.post(PATH + "/" + order + "/reject", Map.of()).body());
      return 0;
    }
  }

  private static PaymentFileId read(String id) {
    return PaymentFileId.KIND
        .parse(id)
        .orElseThrow(() ->
            new ConfigException(
                "A payment file's id is pf_ and 26 characters; ./florin bank payment-files list shows them."));
  }

  private void print(Map<?, ?> order) {
    out.printf(
        "%s  %-9s  %s transfers, %s  %s%n",
        order.get("id"),
        order.get("status"),
        order.get("transfers"),
        PaymentsCommand.amount(order, "amount"),
        Boolean.TRUE.equals(order.get("livemode")) ? "live" : "test");
  }
}
