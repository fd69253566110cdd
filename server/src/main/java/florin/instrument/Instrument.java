package florin.instrument;

import florin.connector.Credential;
import florin.connector.PayerAction;
import florin.connector.PlainCard;
import florin.core.CardCode;
import florin.core.Pan;
import florin.core.Realm;
import florin.http.JsonFields;
import florin.vault.Vault;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** What is paid with, as far as it may be shown. */
public sealed interface Instrument permits Card, BankTransfer, Hosted {
  /** The kinds, as they stand in SQL and JSON. */
  enum Type {
    CARD(true, true),
    BANK_TRANSFER(true, false),
    HOSTED(true, false);

    private final boolean asked;
    private final boolean kept;
    private final String text = name().toLowerCase(Locale.ROOT);

    /**
     * @param asked whether a payment can ask for it
     * @param kept whether one can be made before it is paid with, and kept
     */
    Type(boolean asked, boolean kept) {
      this.asked = asked;
      this.kept = kept;
    }

    /** Those that a payment can ask for. */
    public static List<Type> listAsked() {
      return Stream.of(values()).filter(type -> type.asked).toList();
    }

    /** Those of which one can be made by itself. */
    public static List<Type> listKept() {
      return Stream.of(values()).filter(type -> type.kept).toList();
    }

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

  /** For people, line by line: what it is called, and what it is. */
  default Map<String, String> lines() {
    return Map.of("Paid with", label());
  }

  /** What people call the payer's name beside it. */
  default String payerLabel() {
    return "Name";
  }

  /** What the interface shows of it; empty for nothing but its type. */
  default Optional<InstrumentView> view() {
    return Optional.empty();
  }

  /** The same instrument after a change of what may change of it. */
  default Instrument changed(CardChange change) {
    return this;
  }

  /** The same instrument after its payer was told what to do. */
  default Instrument asked(PayerAction action) {
    return this;
  }

  /** Whether more of it shows while it is paid with. */
  default boolean mayChange() {
    return false;
  }

  /** Whether a network gets at the money only by what is kept sealed. */
  default boolean hasSecret() {
    return false;
  }

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
      case Credential.Transfer() -> BankTransfer.NEW;
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

  /** What is wrong with it that can be said without a network; empty when it can be right. */
  static Optional<InstrumentFault> check(Credential credential, Instant now) {
    return switch (credential) {
      case PlainCard card -> CardCheck.check(card, now);
      case Credential.Page _, Credential.Transfer _ -> Optional.empty();
    };
  }
}
