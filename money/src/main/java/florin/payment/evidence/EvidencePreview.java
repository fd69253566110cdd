package florin.payment.evidence;

import florin.connector.EvidenceRules;
import florin.payment.evidence.EvidenceFile.Kind;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What a submission would send, and what prevents it.
 *
 * @param limits those of the provider; empty if it accepts no evidence
 * @param pageLimit the most pages for this card
 * @param faults what prevents the submission; empty if it can be sent
 * @param missingFields texts that count for the reason and are empty
 * @param missingFiles kinds of files that count for the reason and are missing
 */
public record EvidencePreview(
    Evidence evidence,
    Optional<EvidenceRules> limits,
    Optional<Integer> pageLimit,
    List<Fault> faults,
    List<EvidenceField> missingFields,
    List<Kind> missingFiles) {
  public EvidencePreview {
    faults = List.copyOf(faults);
    missingFields = List.copyOf(missingFields);
    missingFiles = List.copyOf(missingFiles);
  }

  /** A reason why the evidence can't be sent as it is. */
  public enum Fault {
    /** The provider accepts no evidence through its API. */
    NOT_ACCEPTED("The provider of this payment accepts no evidence through its API."),
    /** The bank waits for no response. */
    NOT_AWAITED("The bank waits for no response to this dispute."),
    DEADLINE_PASSED("The deadline of this dispute has passed."),
    EMPTY("The evidence has no text and no file."),
    TOO_MANY_CHARACTERS("The texts have more characters than the provider accepts."),
    FILES_TOO_LARGE("The files together are larger than the provider accepts."),
    TOO_MANY_PAGES("The files together have more pages than the bank accepts.");

    private final String message;
    private final String text = name().toLowerCase(Locale.ROOT);

    Fault(String message) {
      this.message = message;
    }

    public String text() {
      return text;
    }

    /** Returns a sentence for people. */
    public String message() {
      return message;
    }
  }

  public boolean isSendable() {
    return faults.isEmpty();
  }

  /**
   * Returns the preview.
   *
   * @param brand the card's brand; empty without a card
   */
  static EvidencePreview of(
      Evidence evidence, Optional<EvidenceRules> limits, String brand, Instant now) {
    Recommended recommended = Recommended.of(evidence.dispute().state().reason());
    return new EvidencePreview(
        evidence,
        limits,
        limits.map(it -> it.pages(brand)),
        faults(evidence, limits, brand, now),
        recommended.fields().stream()
            .filter(field -> !evidence.draft().fields().containsKey(field))
            .toList(),
        recommended.files().stream()
            .filter(kind -> evidence.files().stream().noneMatch(file -> file.kind() == kind))
            .toList());
  }

  private static List<Fault> faults(
      Evidence evidence, Optional<EvidenceRules> limits, String brand, Instant now) {
    var faults = new ArrayList<Fault>();
    if (!evidence.dispute().isAwaited() || evidence.dispute().isResponding()) {
      faults.add(Fault.NOT_AWAITED);
    } else if (!evidence.dispute().canRespond(now)) {
      faults.add(Fault.DEADLINE_PASSED);
    }
    if (evidence.isEmpty()) {
      faults.add(Fault.EMPTY);
    }
    if (limits.isEmpty()) {
      faults.add(Fault.NOT_ACCEPTED);
      return faults;
    }
    EvidenceRules rules = limits.get();
    if (evidence.draft().characters() > rules.characters()) {
      faults.add(Fault.TOO_MANY_CHARACTERS);
    }
    if (evidence.bytes() > rules.bytes()) {
      faults.add(Fault.FILES_TOO_LARGE);
    }
    if (evidence.pages() > rules.pages(brand)) {
      faults.add(Fault.TOO_MANY_PAGES);
    }
    return faults;
  }
}
