package florin.connector;

import florin.core.CardCode;
import florin.core.Pan;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The data with which a network can charge an instrument, for one authorization. It is sent and
 * never shown (W3C Payment Request: payment credentials). The instrument holds what may be shown
 * and stored.
 */
public sealed interface Credential {
  /**
   * A card with its number, as the payer entered it or as it is sent (ISO 20022: PlainCardData).
   * The types are right, but the values may be invalid; Florin detects an impossible card before it
   * calls a network.
   *
   * @param expMonth 1 to 12 if it is valid
   * @param expYear of four digits if it is valid
   * @param code the security code; absent if the payer was not asked for it, and once it is erased.
   *     It may be used for one authorization only (PCI DSS 4.0, requirement 3.3.1).
   */
  record PlainCard(Pan pan, int expMonth, int expYear, Optional<CardCode> code)
      implements Credential {}

  /**
   * The credential of a payment on the provider's page, where the payer enters it.
   *
   * @param methods the payment methods that the page offers, in the provider's words
   */
  record Page(List<String> methods) implements Credential {
    /** The most methods that a payment may name for the page. */
    public static final int MAX_METHODS = 10;

    /** The provider's names of payment methods that such a page can offer for one payment. */
    public static final List<String> METHODS =
        List.of(
            "affirm",
            "afterpay_clearpay",
            "alipay",
            "alma",
            "amazon_pay",
            "au_becs_debit",
            "acss_debit",
            "bacs_debit",
            "bancontact",
            "billie",
            "blik",
            "boleto",
            "card",
            "cashapp",
            "eps",
            "fpx",
            "giropay",
            "grabpay",
            "ideal",
            "kakao_pay",
            "klarna",
            "konbini",
            "kr_card",
            "link",
            "mobilepay",
            "multibanco",
            "naver_pay",
            "oxxo",
            "p24",
            "pay_by_bank",
            "payco",
            "paynow",
            "paypal",
            "pix",
            "promptpay",
            "revolut_pay",
            "samsung_pay",
            "satispay",
            "sepa_debit",
            "sofort",
            "swish",
            "twint",
            "us_bank_account",
            "wechat_pay",
            "zip");

    public Page {
      methods = List.copyOf(methods);
    }
  }

  /**
   * A credential that a provider keeps. It can be charged at this provider only, while the payer is
   * absent.
   *
   * @param connector the id `cn_…` of the provider's connector
   * @param ids the provider's identifiers of it, by the provider's names
   */
  record Saved(String connector, Map<String, String> ids) implements Credential {
    public static final int MAX_IDS = 4;
    public static final int MAX_ID = 255;

    public Saved {
      ids = Map.copyOf(ids);
      boolean isBounded =
          !ids.isEmpty()
              && ids.size() <= MAX_IDS
              && ids.values().stream().allMatch(id -> !id.isEmpty() && id.length() <= MAX_ID);
      if (!isBounded) {
        throw new IllegalArgumentException("a provider's credential has 1 to 4 short identifiers");
      }
    }
  }

  /** The credential of a bank transfer, which the payer's bank sends. */
  record Transfer() implements Credential {}
}
