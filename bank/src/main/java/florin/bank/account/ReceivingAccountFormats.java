package florin.bank.account;

import florin.bank.statement.StatementFormat;
import florin.core.Bic;
import florin.core.Currency;
import florin.http.Format;
import florin.http.Format.Reading;
import java.util.List;

/** The formats of a receiving account's fields. */
public final class ReceivingAccountFormats {
  private static final int MAX_BIC = 20;

  public static final Format<Bic> BIC =
      Format.line(MAX_BIC)
          .then(
              new Bic("COBADEFFXXX"),
              text ->
                  Bic.find(text)
                      .map(Reading::good)
                      .orElseGet(
                          () -> Reading.wrong("must be a BIC (ISO 9362), of 8 or 11 characters.")));

  public static final Format<Currency> CURRENCY = Format.currency();

  public static final Format<StatementFormat> STATEMENT_FORMAT =
      Format.choice(List.of(StatementFormat.values()), StatementFormat::text);

  private ReceivingAccountFormats() {}
}
