package florin.connector;

import java.time.Duration;
import java.util.Set;

/**
 * What a connector can do and how it behaves, so that its callers need not know which one it is.
 *
 * @param live whether it moves money: a live payment goes to a live connector and a test payment to
 *     one that is not
 * @param local whether it answers within this process, at once as a rule, and remembers in the
 *     database of this process: what is asked of it is written when it has answered, and before
 *     only if that takes long; and a crash of that database may make it forget the last that it has
 *     said
 * @param hosted whether the payer gives the card on the provider's page, so that no number comes by
 *     us
 */
public record Capabilities(
    boolean live,
    boolean local,
    boolean hosted,
    AcceptedCredentials accepts,
    Timing timing,
    Repetition repetition) {

  /**
   * @param credentials the kinds by which the money can be got at here
   */
  public record AcceptedCredentials(Set<Class<? extends Credential>> credentials) {
    public static final AcceptedCredentials EVERY_CARD =
        new AcceptedCredentials(Set.of(PlainCard.class));

    public AcceptedCredentials {
      credentials = Set.copyOf(credentials);
    }

    public boolean takes(Credential credential) {
      return credentials.contains(credential.getClass());
    }
  }

  /**
   * @param deadline how long an answer is waited for; what comes later is found by inquiry
   * @param mayStillArrive how long after it was sent a message may still be carried out, so that
   *     until then an inquiry that does not find it says nothing: the connector answers {@link
   *     Inquiry.NotYet}. Zero where an inquiry closes the reference
   * @param inquiryPause how soon the network may be asked again
   * @param changesMindWithin how long after an answer that seemed final the network may still
   *     change it: a refund that succeeded fails, or an authorisation that was reversed while under
   *     way is approved after all. Whoever must know inquires once more after that time
   */
  public record Timing(
      Duration deadline,
      Duration mayStillArrive,
      Duration inquiryPause,
      Duration changesMindWithin) {
    /** Where nothing is known of the network. */
    public static final Timing UNKNOWN =
        new Timing(Duration.ofSeconds(8), Duration.ZERO, Duration.ofMillis(500), Duration.ZERO);

    /** What the commit after the answer takes, with some to spare. */
    private static final Duration COMMIT = Duration.ofSeconds(7);

    /** How long an attempt belongs to whoever asks: until the answer and the commit after it. */
    public Duration lease() {
      return deadline.plus(COMMIT);
    }
  }

  /**
   * What may be sent again.
   *
   * @param followUps how long after it was begun a capture, cancel or refund may be sent again
   *     under its reference and is carried out once: providers keep idempotency keys for a day or
   *     so. One that stays unclear is resolved so; after that time somebody must ask the provider.
   *     Zero where an inquiry always says in the end what became of it
   * @param reversals whether a reversal that was not answered is repeated under the reference that
   *     it had, as ISO 8583 has it, and not under another
   */
  public record Repetition(Duration followUps, boolean reversals) {
    public static final Repetition NONE = new Repetition(Duration.ZERO, false);
  }

  public Duration changesMindWithin() {
    return timing.changesMindWithin();
  }
}
