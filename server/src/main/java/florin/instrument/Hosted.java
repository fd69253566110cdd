package florin.instrument;

import florin.connector.Credential;
import florin.core.CardCode;
import florin.core.Pan;
import florin.http.JsonFields;
import java.util.List;
import java.util.Optional;

/**
 * What the payer chooses on a provider's page. Once it is paid, the payment's instrument is what
 * was chosen: a card without a fingerprint, say.
 *
 * @param methods what the page offers, in the provider's words; empty for what the connector is set
 *     to
 */
public record Hosted(List<String> methods) implements Instrument {
  public Hosted {
    methods = List.copyOf(methods);
  }

  static Hosted of(JsonFields details) {
    return new Hosted(
        details.findText("methods").map(methods -> List.of(methods.split(" "))).orElse(List.of()));
  }

  /** A provider's words for methods hold no space. */
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
