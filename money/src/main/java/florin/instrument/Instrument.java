package florin.instrument;

import florin.connector.Credential;
import florin.connector.Credential.PlainCard;
import florin.connector.PayerAction;
import florin.core.CardCode;
import florin.core.ErrorCode;
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

/** The part of a payment method that may be shown. */
public sealed interface Instrument permits Card, BankTransfer, Hosted {
  /**
   * The change of an existing card in a request. The number never changes, because another number
   * is another card.
   */
  record CardChange(Optional<Integer> expMonth, Optional<Integer> expYear) {
    /** Returns the instrument after the change; the same if nothing changes. */
    public Instrument applyTo(Instrument before) {
      return before.changed(this);
    }

    /** Returns the fault of the changed instrument; empty if the expiry date does not change. */
    public Optional<InstrumentFault> check(Instrument before, Instant now) {
      if (expMonth.isEmpty() && expYear.isEmpty()) {
        return Optional.empty();
      }
      return switch (applyTo(before)) {
        case Card card -> CardCheck.checkExpiry(card.expMonth(), card.expYear(), now);
        case BankTransfer _, Hosted _ -> Optional.empty();
      };
    }
  }

  /**
   * A fault of an instrument that is found before any network is called. The response is a
   * `card_error` with status 402; its code determines the field.
   *
   * @param message for the payer: what is wrong and what to do
   */
  record InstrumentFault(ErrorCode code, String message) {}

  /**
   * The API's view of an instrument besides its type: a record with one component, whose name is
   * the type.
   */
  interface InstrumentView {
    /** Returns the view without the fields that a browser may not see. */
    default InstrumentView forBrowser() {
      return this;
    }
  }

  /** The kinds of instrument, as in SQL and JSON. */
  enum Type {
    CARD(true, true),
    BANK_TRANSFER(true, false),
    HOSTED(true, false);

    private final boolean asked;
    private final boolean kept;
    private final String text = name().toLowerCase(Locale.ROOT);

    /**
     * Creates a kind.
     *
     * @param asked whether a payment can request it
     * @param kept whether one can be created and saved before a payment
     */
    Type(boolean asked, boolean kept) {
      this.asked = asked;
      this.kept = kept;
    }

    /** Returns the kinds that a payment can request. */
    public static List<Type> listAsked() {
      return Stream.of(values()).filter(type -> type.asked).toList();
    }

    /** Returns the kinds that can be created separately. */
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

  /** Returns the label for people, for example `Visa •••• 4242`. */
  String label();

  /** Returns the card; empty if it is another kind, or its details are not known yet. */
  default Optional<Card> findCard() {
    return switch (this) {
      case Card card -> Optional.of(card);
      case BankTransfer _, Hosted _ -> Optional.empty();
    };
  }

  /** Returns the lines for people, as names and values. */
  default Map<String, String> lines() {
    return Map.of("Paid with", label());
  }

  /** Returns the label of the payer's name for people. */
  default String payerLabel() {
    return "Name";
  }

  /** Returns the API's view; empty if only the type is shown. */
  default Optional<InstrumentView> view() {
    return Optional.empty();
  }

  /** Returns the instrument after a change of the fields that may change. */
  default Instrument changed(CardChange change) {
    return this;
  }

  /** Returns the instrument after its payer received the instructions. */
  default Instrument asked(PayerAction action) {
    return this;
  }

  /** Returns whether more details can become known during the payment. */
  default boolean mayChange() {
    return false;
  }

  /** Returns whether a network needs its encrypted secret to charge it. */
  default boolean hasSecret() {
    return false;
  }

  /** Writes the details to be stored, besides its type. */
  void store(JsonFields.Writer details);

  /**
   * Returns the credential for a network; empty if the secret part has been erased.
   *
   * @param number a card's number, from the vault
   * @param code a card's security code, if it is held
   */
  Optional<Credential> credential(Optional<Pan> number, Optional<CardCode> code);

  /** Returns the part of a credential that may be shown, whether or not it is valid. */
  static Instrument of(Credential credential, Realm realm, Vault vault) {
    return switch (credential) {
      case PlainCard card -> Card.of(card, realm, vault);
      case Credential.Transfer() -> BankTransfer.NEW;
      case Credential.Page(var methods) -> new Hosted(methods);
      case Credential.Saved _ ->
          throw new IllegalArgumentException("a provider's credential has its instrument");
    };
  }

  /** Returns the instrument from its stored details. */
  static Instrument of(Type type, JsonFields details) {
    return switch (type) {
      case CARD -> Card.of(details);
      case BANK_TRANSFER -> BankTransfer.of(details);
      case HOSTED -> Hosted.of(details);
    };
  }

  /** Checks a credential without a network. Returns empty if it may be valid. */
  static Optional<InstrumentFault> check(Credential credential, Instant now) {
    return switch (credential) {
      case PlainCard card -> CardCheck.check(card, now);
      case Credential.Page _, Credential.Saved _, Credential.Transfer _ -> Optional.empty();
    };
  }
}
