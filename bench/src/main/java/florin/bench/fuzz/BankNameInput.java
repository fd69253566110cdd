package florin.bench.fuzz;

import static florin.bench.fuzz.FuzzFinding.require;

import florin.bank.CreditorReference;
import florin.bank.NearReferences;
import florin.bank.SepaText;
import florin.core.Bic;
import florin.core.Iban;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads a text as an IBAN, a BIC, a reference, and a payer's message. */
final class BankNameInput implements InputReader {
  /** The SEPA character set (EPC217-08). */
  private static final Pattern SEPA = Pattern.compile("[A-Za-z0-9/?:().,'+ -]*");

  private static final int SHOWN = 8;
  private static final int MOST_TEXT = 140;

  @Override
  public boolean read(byte[] input) {
    String text = new String(input, StandardCharsets.UTF_8);
    boolean isIban = isIban(text);
    Optional<Bic> bic = Bic.find(text);
    bic.ifPresent(it ->
        require(Bic.find(it.text()).equals(Optional.of(it)), "a BIC changes when read again"));
    boolean isReference = hasReference(text);
    boolean isWritten = true;
    for (String country : List.of("DE", "FR")) {
      isWritten &= isWritten(text, country);
    }
    return isIban || bic.isPresent() || isReference || isWritten;
  }

  private static boolean isIban(String text) {
    Optional<Iban> found = Iban.find(text);
    require(
        found.isPresent() == Iban.check(text).isEmpty(),
        "an IBAN is found although it has a fault");
    Iban.check(text)
        .ifPresent(fault -> require(!fault.message().isBlank(), "a fault has no message"));
    found.ifPresent(iban -> {
      require(Iban.find(iban.text()).equals(found), "an IBAN changes when read again");
      require(Iban.find(iban.formatted()).equals(found), "as it is printed it is another");
      require(
          iban.toString().chars().filter(Character::isLetterOrDigit).count() <= SHOWN,
          "an IBAN's string shows the whole IBAN");
    });
    return found.isPresent();
  }

  private static boolean hasReference(String text) {
    Optional<CreditorReference> whole = CreditorReference.find(text);
    List<CreditorReference> scanned = CreditorReference.scan(text);
    require(scanned.size() <= CreditorReference.MAX_FOUND, "more references than the maximum");
    whole.ifPresent(it -> {
      require(
          CreditorReference.find(it.formatted()).equals(whole), "as it is printed it is another");
      require(
          scanned.size() == CreditorReference.MAX_FOUND || scanned.contains(it),
          "a reference isn't found in its own text");
    });
    for (CreditorReference reference : scanned) {
      require(
          CreditorReference.find(reference.text()).filter(reference::equals).isPresent(),
          "an invalid reference is found");
    }
    require(NearReferences.of(text).size() <= NearReferences.MOST, "more guesses than the maximum");
    return !scanned.isEmpty();
  }

  private static boolean isWritten(String text, String country) {
    String written = SepaText.of(text, country, MOST_TEXT);
    require(SEPA.matcher(written).matches(), "a character outside the SEPA set");
    require(written.length() <= MOST_TEXT, "the text is too long");
    require(
        SepaText.of(written, country, MOST_TEXT).equals(written),
        "the text changes when converted again");
    return !written.isBlank();
  }
}
