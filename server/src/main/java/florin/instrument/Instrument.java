package florin.instrument;

import florin.connector.Credential;
import florin.connector.PlainCard;
import florin.core.CardCode;
import florin.core.Pan;
import florin.core.Realm;
import florin.http.JsonFields;
import florin.vault.Vault;
import java.util.Locale;
import java.util.Optional;

/** What is paid with, as far as it may be shown. */
public sealed interface Instrument permits Card, BankTransfer, Hosted {
  /** The kinds, as they stand in SQL and JSON. */
  enum Type {
    CARD,
    BANK_TRANSFER,
    HOSTED;

    private final String text = name().toLowerCase(Locale.ROOT);

    public String text() {
      return text;
    }

    public static Type ofText(String text) {
      return valueOf(text.toUpperCase(Locale.ROOT));
    }
  }

  Type type();

  /** For people: `Visa •••• 4242`. */
  String label();

  /** Says what there is of it to be stored, beside its type. */
  void store(JsonFields.Writer details);

  /**
   * By what a network gets at the money; empty when what is secret of it has been erased.
   *
   * @param number a card's, as the vault gave it out
   * @param code a card's, if it is at hand
   */
  Optional<Credential> credential(Optional<Pan> number, Optional<CardCode> code);

  /** What may be shown of what came, be it right or not. */
  static Instrument of(Credential credential, Realm realm, Vault vault) {
    return switch (credential) {
      case PlainCard card -> Card.of(card, realm, vault);
      case Credential.Transfer(String reference) -> new BankTransfer(reference, Optional.empty());
      case Credential.Page(var methods) -> new Hosted(methods);
    };
  }

  /** What was stored. */
  static Instrument of(Type type, JsonFields details) {
    return switch (type) {
      case CARD -> Card.of(details);
      case BANK_TRANSFER -> BankTransfer.of(details);
      case HOSTED -> Hosted.of(details);
    };
  }
}
