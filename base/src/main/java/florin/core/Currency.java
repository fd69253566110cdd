package florin.core;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * An active currency of ISO 4217 (list one, amendment 180), without funds, metals and testing
 * codes.
 *
 * @param code three lower-case letters
 * @param exponent the number of decimals of the smallest unit: 2 for the euro's cent, 0 for the
 *     yen, 3 for the dinar's fils
 */
public record Currency(String code, int exponent) {
  private static final String NO_DECIMALS =
      "bif clp djf gnf isk jpy kmf krw pyg rwf ugx vnd vuv xaf xof xpf";
  private static final String TWO_DECIMALS =
      """
      aed afn all amd aoa ars aud awg azn bam bbd bdt bmd bnd bob brl bsd btn bwp byn bzd cad cdf chf cny cop crc cup cve czk dkk
      dop dzd egp ern etb eur fjd fkp gbp gel ghs gip gmd gtq gyd hkd hnl htg huf idr ils inr irr jmd kes kgs khr kpw kyd kzt lak
      lbp lkr lrd lsl mad mdl mga mkd mmk mnt mop mru mur mvr mwk mxn myr mzn nad ngn nio nok npr nzd pab pen pgk php pkr pln qar
      ron rsd rub sar sbd scr sdg sek sgd shp sle sos srd ssp stn svc syp szl thb tjs tmt top try ttd twd tzs uah usd uyu uzs ved
      ves wst xcd xcg yer zar zmw zwg\
      """;
  private static final String THREE_DECIMALS = "bhd iqd jod kwd lyd omr tnd";
  private static final Map<String, Currency> ACTIVE = active();

  /** Returns the currency; empty for a code that is not active or in upper case. */
  public static Optional<Currency> find(String code) {
    return Optional.ofNullable(ACTIVE.get(code));
  }

  /** Returns the currency for a code that Florin has stored. */
  public static Currency get(String code) {
    return find(code)
        .orElseThrow(
            () -> new IllegalArgumentException("not an active ISO 4217 currency: " + code));
  }

  public static Map<String, Currency> all() {
    return ACTIVE;
  }

  @Override
  public String toString() {
    return code;
  }

  private static Map<String, Currency> active() {
    var all = new HashMap<String, Currency>();
    add(all, NO_DECIMALS, 0);
    add(all, TWO_DECIMALS, 2);
    add(all, THREE_DECIMALS, 3);
    return Map.copyOf(all);
  }

  private static void add(Map<String, Currency> all, String codes, int exponent) {
    for (String code : codes.split("\\s+")) {
      all.put(code, new Currency(code, exponent));
    }
  }
}
