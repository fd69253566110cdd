package florin.payment.evidence;

import florin.dispute.Dispute;
import java.util.List;
import java.util.Optional;

/**
 * All that Florin has for the response to a dispute.
 *
 * @param suggestions texts for fields that are still empty
 * @param prior the earlier payments of the card; empty if the card scheme asks for none
 */
public record Evidence(
    Dispute dispute,
    EvidenceDraft draft,
    List<EvidenceFile> files,
    List<Suggestion> suggestions,
    Optional<PriorPayments> prior) {
  public Evidence {
    files = List.copyOf(files);
    suggestions = List.copyOf(suggestions);
  }

  /** Returns whether there is nothing to send. */
  public boolean isEmpty() {
    return draft.fields().isEmpty() && files.isEmpty();
  }

  /** Returns the bytes of all files. */
  public int bytes() {
    return files.stream().mapToInt(EvidenceFile::bytes).sum();
  }

  /** Returns the pages of all files. */
  public int pages() {
    return files.stream().mapToInt(EvidenceFile::pages).sum();
  }
}
