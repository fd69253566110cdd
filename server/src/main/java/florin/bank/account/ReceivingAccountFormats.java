package florin.bank.account;

import florin.bank.Bic;
import florin.bank.Iban;
import florin.bank.statement.StatementFormat;
import florin.core.Currency;
import florin.http.Format;
import florin.http.Format.Reading;
import florin.vault.TextFormats;
import java.util.List;

/** The formats of a receiving account's fields. */
public final class ReceivingAccountFormats {
  /** The most characters of a holder's name: the limit of a SEPA message. */
  public static final int MAX_HOLDER = 70;

  /** The most characters of an IBAN as typed: 34, and the blanks between them. */
  public static final int MAX_IBAN = 60;

  private static final int MAX_BIC = 20;

  public static final Format<Iban> IBAN =
      Format.line(MAX_IBAN)
          .then(
              new Iban("DE89370400440532013000"),
              text ->
                  Iban.find(text)
                      .map(Reading::good)
                      .orElseGet(() ->
                          Reading.wrong(
                              "must be an IBAN (ISO 13616). "
                                  + Iban.check(text).orElseThrow().message())));

  public static final Format<Bic> BIC =
      Format.line(MAX_BIC)
          .then(
              new Bic("COBADEFFXXX"),
              text ->
                  Bic.find(text)
                      .map(Reading::good)
                      .orElseGet(
                          () -> Reading.wrong("must be a BIC (ISO 9362), of 8 or 11 characters.")));

  public static final Format<String> HOLDER =
      TextFormats.line(MAX_HOLDER)
          .then(
              "holder",
              holder ->
                  holder.isBlank()
                      ? Reading.wrong("must have at least one visible character.")
                      : Reading.good(holder.strip()));

  public static final Format<Currency> CURRENCY = Format.currency();

  public static final Format<StatementFormat> STATEMENT_FORMAT =
      Format.choice(List.of(StatementFormat.values()), StatementFormat::text);

  private ReceivingAccountFormats() {}
}
