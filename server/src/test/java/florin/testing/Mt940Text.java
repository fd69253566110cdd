package florin.testing;

/** A bank's statement in MT940 with one credit of 10.00, as tests want it. */
public final class Mt940Text {
  private Mt940Text() {}

  /**
   * Returns the file.
   *
   * @param account as the bank names it in `:25:`
   * @param number of the statement
   */
  public static String of(String account, String number) {
    return """
    :20:STARTUMSE
    :25:%s
    :28C:%s/1
    :60F:C261119EUR0,00
    :61:2611201120CR10,00NTRFNONREF//M%2$s
    :86:166?20SVWZ+Order %2$s?32JO MARCH
    :62F:C261120EUR10,00
    """
        .formatted(account, number);
  }
}
