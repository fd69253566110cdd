package florin.testing;

/** A bank's MT940 statement with one credit of 10.00. */
public final class Mt940Text {
  private Mt940Text() {}

  /**
   * Returns the statement.
   *
   * @param account the account as the bank writes it in `:25:`
   * @param number the number of the statement
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
