package florin.connector;

import java.util.List;

/**
 * By what a network gets at the money, for one authorisation: the part of an instrument that is
 * sent and never shown (W3C Payment Request: payment credentials). What of it there is to be seen
 * and kept is the instrument's.
 */
public sealed interface Credential permits PlainCard, Credential.Page, Credential.Transfer {
  /**
   * None: the payer gives it to the provider, on a page of the provider's.
   *
   * @param methods what the page shall offer, in the provider's words
   */
  record Page(List<String> methods) implements Credential {
    /** The words that providers have for what such a page offers for one payment. */
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

  /** None: the payer has a bank send the money. */
  record Transfer() implements Credential {}
}
