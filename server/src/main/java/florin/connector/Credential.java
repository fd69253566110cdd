package florin.connector;

import java.util.List;

/**
 * The data with which a network can charge an instrument, for one authorization. It is sent and
 * never shown (W3C Payment Request: payment credentials). The instrument holds what may be shown
 * and stored.
 */
public sealed interface Credential permits PlainCard, Credential.Page, Credential.Transfer {
  /**
   * The credential of a payment on the provider's page, where the payer enters it.
   *
   * @param methods the payment methods that the page offers, in the provider's words
   */
  record Page(List<String> methods) implements Credential {
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

  /** The credential of a bank transfer, which the payer's bank sends. */
  record Transfer() implements Credential {}
}
