package florin.instrument;

import florin.connector.Credential;
import florin.core.CardCode;
import florin.core.Pan;
import florin.http.JsonFields;
import java.util.List;
import java.util.Optional;

/**
 * What the payer chooses on a provider's page. No request can ask for it yet. Once it is paid, the
 * payment's instrument is what was chosen: a card without a fingerprint, say.
 *
 * @param methods what the page offers, in the provider's words
 */
public record Hosted(List<String> methods) implements Instrument {
  public Hosted {
    methods = List.copyOf(methods);
  }

  static Hosted of(JsonFields details) {
    return new Hosted(List.of(details.text("methods").split(" ")));
  }

  /** A provider's words for methods hold no space. */
  @Override
  public void store(JsonFields.Writer details) {
    details.put("methods", String.join(" ", methods));
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
