package florin.bench.bank;

import florin.bench.load.Answer;
import florin.bench.load.HttpLoad;
import florin.bench.load.HttpLoad.Limits;
import florin.bench.load.Once;
import florin.bench.load.PaymentRequests;
import florin.bench.load.Request;
import florin.bench.load.Tally;
import florin.bench.service.ServiceProcess;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A merchant whose payers pay by bank transfer. It creates its payments through the API. */
public final class TransferShop {
  private static final int CONNECTIONS = 64;
  private static final Duration PATIENCE = Duration.ofMinutes(30);
  private static final int LEAST_AMOUNT = 1_000;
  private static final int AMOUNTS = 9_000;

  private static final Pattern REFERENCE = Pattern.compile("\"reference\":\"(RF[0-9]+)\"");
  private static final Pattern IBAN = Pattern.compile("\"iban\":\"([A-Z0-9]+)\"");
  private static final Pattern ACCOUNT = Pattern.compile("\"id\":\"(ba_[0-9a-z]+)\"");

  private final ServiceProcess service;
  private final PaymentRequests requests;

  /** A payment that waits for its transfer. */
  public record Awaited(String reference, long amount) {}

  public TransferShop(ServiceProcess service) throws IOException {
    this.service = service;
    this.requests = new PaymentRequests(service.address(), service.folder().testKey());
  }

  /** Creates payments in euros and returns them in no particular order. */
  public List<Awaited> ask(int payments) throws IOException {
    String run = UUID.randomUUID().toString();
    var asked = new ArrayList<Awaited>(payments);
    int[] count = {0};
    Tally tally =
        HttpLoad.run(
            service.address(),
            new Limits(CONNECTIONS, PATIENCE, payments),
            () -> {
              int n = count[0]++;
              long amount = (long) LEAST_AMOUNT + n % AMOUNTS;
              byte[] bytes = request(amount, run + "-" + n);
              return Optional.of(new Asking(bytes, amount, asked));
            });
    if (!tally.errors().isEmpty() || asked.size() != payments) {
      throw new IOException(
          "%d of %d payments wait for a transfer: %s"
              .formatted(asked.size(), payments, tally.errors()));
    }
    return asked;
  }

  /** Reads the reference from the response. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Asking(byte[] bytes, long amount, List<Awaited> asked) implements Request {
    @Override
    public void answered(Answer answer) {
      Matcher reference = REFERENCE.matcher(answer.text());
      if (reference.find()) {
        asked.add(new Awaited(reference.group(1), amount));
      }
    }
  }

  private byte[] request(long amount, String key) {
    return requests.post(
        "/v2/payments",
        "{\"amount\":%d,\"currency\":\"eur\",\"description\":\"A payment\",\"payment_method\":{\"type\":\"bank_transfer\"}}"
            .formatted(amount),
        Optional.of(key));
  }

  /** Returns the id of the receiving account. At least one payment must exist. */
  public String account() throws IOException {
    return found(ACCOUNT);
  }

  /** Returns the IBAN of the receiving account. At least one payment must exist. */
  public String iban() throws IOException {
    return found(IBAN);
  }

  private String found(Pattern what) throws IOException {
    String accounts = Once.succeed(service.address(), requests.get("/v2/receiving_accounts"));
    Matcher found = what.matcher(accounts);
    if (!found.find()) {
      throw new IOException("no receiving account: " + accounts);
    }
    return found.group(1);
  }
}
