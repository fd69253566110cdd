package florin.instrument;

import florin.connector.Credential;
import florin.core.CardCode;
import florin.core.Pan;
import florin.http.JsonFields;
import java.util.List;
import java.util.Optional;

/**
 * A payment method that the payer chooses on a provider's page. Once the payment is paid, its
 * instrument is the chosen one, for example a card without a fingerprint.
 *
 * @param methods the methods that the page offers, in the provider's words; empty for the
 *     connector's setting
 */
public record Hosted(List<String> methods) implements Instrument {
  public Hosted {
    methods = List.copyOf(methods);
  }

  static Hosted of(JsonFields details) {
    return new Hosted(
        details.findText("methods").map(methods -> List.of(methods.split(" "))).orElse(List.of()));
  }

  /** Stores the methods separated by spaces, because a provider's words contain none. */
  @Override
  public void store(JsonFields.Writer details) {
    details.put("methods", Optional.of(String.join(" ", methods)).filter(text -> !text.isEmpty()));
  }

  @Override
  public Optional<Credential> credential(Optional<Pan> number, Optional<CardCode> code) {
    return Optional.of(new Credential.Page(methods));
  }

  @Override
  public Type type() {
    return Type.HOSTED;
  }

  @Override
  public String label() {
    return "Provider's page";
  }
}
