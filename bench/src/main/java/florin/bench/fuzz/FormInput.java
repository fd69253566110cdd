package florin.bench.fuzz;

import static florin.bench.fuzz.FuzzFinding.require;

import florin.core.Refusal;
import florin.http.Endpoint;
import florin.http.Form;
import florin.http.FuzzedExchange;
import florin.http.FuzzedExchange.EndpointRequest;
import florin.http.FuzzedExchange.Sent;
import florin.http.FuzzedForm;
import florin.http.FuzzedForm.Parts;
import florin.http.TrafficClass;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Reads a form as a request: the line `POST /form`, its `Content-Type`, an empty line, and the
 * body.
 */
final class FormInput implements InputReader {
  private static final String CONTENT_TYPE = "Content-Type";

  private final FuzzedExchange door =
      new FuzzedExchange(
          List.of(
              new Endpoint(
                  "POST",
                  "/form",
                  TrafficClass.PAYERS,
                  _ -> {
                    throw new IllegalStateException("the fuzzer calls no route");
                  })));

  private final Path file = file();

  @Override
  public boolean read(byte[] input) throws IOException {
    Optional<Sent> sent = RequestText.read(input);
    if (sent.isEmpty()) {
      return false;
    }
    boolean isTaken = door.at(sent.get(), Optional.empty(), FormInput::look).orElse(false);
    String type = Optional.ofNullable(sent.get().headers().get(CONTENT_TYPE)).orElse("");
    checkBothWays(type, sent.get().body());
    return isTaken;
  }

  private static boolean look(EndpointRequest request) {
    try {
      Form form = Form.readWithFiles(request.exchange());
      form.fields()
          .forEach(value -> {
            Storable.checkText(value.name());
            Storable.checkText(value.value());
            require(form.texts(value.name()).contains(value.value()), "a field is missing");
          });
      return true;
    } catch (Refusal refused) {
      RequestInput.checkRefusal(refused.problem());
      return false;
    }
  }

  /** Compares both parsers. Only the one in memory accepts a second file. */
  private void checkBothWays(String type, byte[] body) throws IOException {
    Optional<Parts> inMemory = FuzzedForm.inMemory(type, body);
    Optional<Parts> inFile = FuzzedForm.inFile(type, body, file);
    if (inMemory.isPresent() && inMemory.get().files().size() > 1) {
      require(inFile.isEmpty(), "a second file is accepted");
      return;
    }
    require(
        inMemory.isPresent() == inFile.isPresent(),
        () -> "accepted in " + (inFile.isPresent() ? "a file" : "memory") + " only");
    if (inFile.isPresent()) {
      require(inMemory.orElseThrow().isSameAs(inFile.get()), "the parsers return different forms");
    }
  }

  private static Path file() {
    try {
      Path made = Files.createTempFile("florin-fuzz-", ".form");
      made.toFile().deleteOnExit();
      return made;
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }
}
