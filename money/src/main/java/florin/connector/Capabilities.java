package florin.connector;

import florin.connector.Credential.PlainCard;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The properties of a connector, so that its callers need not know its kind.
 *
 * @param live whether it moves money: live payments go to a live connector, and test payments to
 *     one that is not live
 * @param local whether it responds within this process. Florin then sends it no texts and no return
 *     address of a page, and makes no early inquiry, because it has no newer data.
 * @param hosted whether the payer enters the card on the provider's page, so that Florin receives
 *     no card number
 */
public record Capabilities(
    boolean live,
    boolean local,
    boolean hosted,
    AcceptedCredentials accepts,
    Timing timing,
    Repetition repetition) {

  /**
   * The credentials that a connector accepts.
   *
   * @param credentials the kinds of credential that can be charged here
   * @param setsUp whether it can save them without a charge: an authorization of zero
   * @param pages the payment methods of the provider's page, for the credential {@link
   *     Credential.Page}
   */
  public record AcceptedCredentials(
      Set<Class<? extends Credential>> credentials, boolean setsUp, PagesByPurpose pages) {
    public static final AcceptedCredentials EVERY_CARD =
        new AcceptedCredentials(Set.of(PlainCard.class), true, PagesByPurpose.EVERY);

    /** No credential, because the connector can't be used. */
    public static final AcceptedCredentials NOTHING = new AcceptedCredentials(Set.of());

    public AcceptedCredentials {
      credentials = Set.copyOf(credentials);
    }

    /** Creates the credentials of a connector that can't save them without a charge. */
    public AcceptedCredentials(Set<Class<? extends Credential>> credentials) {
      this(
          credentials,
          false,
          new PagesByPurpose(
              PageMethods.EVERY,
              credentials.contains(Credential.Saved.class) ? PageMethods.EVERY : PageMethods.NONE,
              PageMethods.NONE));
    }

    public boolean takes(Credential credential) {
      return credentials.contains(credential.getClass());
    }

    /** Returns whether the provider can save what the payer enters on its page. */
    public boolean saves() {
      return credentials.contains(Credential.Saved.class);
    }
  }

  /**
   * The payment methods of a provider's page, which depend on its purpose: a provider can save only
   * some methods.
   *
   * @param paying those of a payment whose method is not saved
   * @param saving those of a payment whose method is saved
   * @param settingUp those that are saved without a charge
   */
  public record PagesByPurpose(PageMethods paying, PageMethods saving, PageMethods settingUp) {
    public static final PagesByPurpose EVERY =
        new PagesByPurpose(PageMethods.EVERY, PageMethods.EVERY, PageMethods.EVERY);

    /** Returns the methods of the page for a payment. */
    public PageMethods of(PaymentNeeds needs) {
      if (needs.setsUp()) {
        return settingUp;
      }
      return needs.saves() ? saving : paying;
    }
  }

  /**
   * The payment methods of a provider's page, in Florin's words.
   *
   * @param offered the methods of a page if the payment names none; empty for all that the merchant
   *     has enabled at the provider
   * @param possible the methods that a payment can name; empty if there is no such page
   * @param mustBeNamed whether a payment must name its methods, because the merchant has chosen
   *     none of those that are possible
   */
  public record PageMethods(List<String> offered, Set<String> possible, boolean mustBeNamed) {
    public static final PageMethods EVERY =
        new PageMethods(List.of(), Set.copyOf(Credential.Page.METHODS));

    /** No methods, because the provider has no page for the purpose. */
    public static final PageMethods NONE = new PageMethods(List.of(), Set.of());

    public PageMethods {
      offered = List.copyOf(offered);
      possible = Set.copyOf(possible);
    }

    public PageMethods(List<String> offered, Set<String> possible) {
      this(offered, possible, false);
    }

    public boolean isPossible(List<String> methods) {
      return !possible.isEmpty()
          && possible.containsAll(methods)
          && !(mustBeNamed && methods.isEmpty());
    }

    /** Returns whether there is a page with one of the methods; without names, with any. */
    public boolean isPossibleWithOneOf(List<String> methods) {
      return isPossible(List.of()) || methods.stream().anyMatch(possible::contains);
    }

    /** Returns the methods of a page that can do less. A payment can still name all of these. */
    public PageMethods only(Set<String> able) {
      List<String> left = offered.stream().filter(able::contains).toList();
      return new PageMethods(
          left,
          possible.stream().filter(able::contains).collect(Collectors.toSet()),
          left.isEmpty() && !offered.isEmpty());
    }

    /** Returns whether the merchant has chosen these methods for the page, or all. */
    public boolean isOffered(List<String> methods) {
      return isPossible(methods)
          && !mustBeNamed
          && (offered.isEmpty() || offered.containsAll(methods));
    }
  }

  /**
   * The timing of a network.
   *
   * @param deadline how long Florin waits for a response; an inquiry finds a later outcome
   * @param mayStillArrive how long after it was sent a message may still be carried out. Until then
   *     an inquiry that does not find it proves nothing, and the connector returns {@link
   *     Inquiry.NotYet}. Zero if an inquiry closes the reference.
   * @param inquiryPause how soon the network may be asked again
   * @param changesMindWithin how long after a final response the network may still change it. For
   *     example, a refund that succeeded fails, or an authorization that was reversed while in
   *     flight is approved after all. After that time Florin inquires once more.
   */
  public record Timing(
      Duration deadline,
      Duration mayStillArrive,
      Duration inquiryPause,
      Duration changesMindWithin) {
    /** The timing of an unknown network. */
    public static final Timing UNKNOWN =
        new Timing(Duration.ofSeconds(8), Duration.ZERO, Duration.ofMillis(500), Duration.ZERO);

    /** The time for the commit after the response, with a margin. */
    private static final Duration COMMIT = Duration.ofSeconds(7);

    /** Returns how long a process owns an attempt: until the response and the commit after it. */
    public Duration lease() {
      return deadline.plus(COMMIT);
    }

    /**
     * Returns how long a response is useful: until the deadline, and not longer than the lease
     * leaves time for the commit. Zero if the lease has too little time left for a call.
     */
    public Duration deadlineWithin(Duration lease) {
      Duration useful = lease.minus(COMMIT);
      return useful.isNegative() ? Duration.ZERO : Collections.min(List.of(deadline, useful));
    }
  }

  /**
   * The requests that may be sent again.
   *
   * @param followUps how long after it began a capture, cancel or refund may be sent again under
   *     its reference and is carried out once. Providers keep idempotency keys for about a day. An
   *     unclear operation is resolved in this way; after that time the operator must ask the
   *     provider. Zero if an inquiry always finds the outcome in the end.
   * @param reversals whether a reversal without a response is repeated under the same reference, as
   *     in ISO 8583, and not under another
   */
  public record Repetition(Duration followUps, boolean reversals) {
    public static final Repetition NONE = new Repetition(Duration.ZERO, false);
  }

  public Duration changesMindWithin() {
    return timing.changesMindWithin();
  }
}
