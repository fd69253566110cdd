package florin.bank.matching;

import florin.bank.CreditorReference;
import florin.bank.account.ExpectedTransfer;
import florin.bank.imports.BankEntry;
import florin.bank.matching.Allocation.Recipient;
import florin.bank.matching.MatchLoop.MatchSources;
import florin.core.Id.AttemptId;
import florin.core.Id.BankEntryId;
import florin.core.Id.PaymentId;
import florin.core.Realm;
import florin.payment.machine.Attempt;
import florin.payment.machine.Payment;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The data for decisions on many entries, read together, because a query for each entry costs more
 * than its match. Guards in the commit detect changed rows, and the entry is decided again.
 * Whatever is missing here is looked up again.
 *
 * @param recipients the payments that the entries name, by reference
 * @param alone the entries whose money no statement in another format contains
 * @param payouts the payouts that the entries can belong to; empty if they are not known
 */
record MatchWindow(
    Map<String, Recipient> recipients,
    Set<BankEntryId> alone,
    Optional<List<ExpectedPayout>> payouts) {
  /** A window that reads everything on demand. */
  static final MatchWindow NONE = new MatchWindow(Map.of(), Set.of(), Optional.empty());

  MatchWindow {
    recipients = Map.copyOf(recipients);
    alone = Set.copyOf(alone);
    payouts = payouts.map(List::copyOf);
  }

  /**
   * Reads the window.
   *
   * @param entries entries of one realm
   */
  static MatchWindow of(MatchSources sources, Realm realm, List<BankEntry> entries) {
    var alone = entries.stream().map(BankEntry::id).collect(Collectors.toSet());
    alone.removeAll(sources.entries().listWithToldBeside(realm, List.copyOf(alone)));
    return new MatchWindow(
        recipients(sources, realm, entries),
        alone,
        new NamedPayouts(sources.payouts()).listNear(realm, entries));
  }

  private static Map<String, Recipient> recipients(
      MatchSources sources, Realm realm, List<BankEntry> entries) {
    Set<String> references =
        entries.stream()
            .filter(entry -> !entry.debit() && !entry.reversal())
            .flatMap(entry -> entry.said().references().all().stream())
            .collect(Collectors.toSet());
    if (references.isEmpty()) {
      return Map.of();
    }
    // Reads the transfers first, so that the payments can only be newer.
    List<ExpectedTransfer> transfers =
        sources.transfers().list(realm, references.stream().map(CreditorReference::new).toList());
    Map<AttemptId, Attempt> attempts =
        by(
            sources
                .payments()
                .attempts()
                .list(realm, transfers.stream().map(ExpectedTransfer::attempt).toList()),
            attempt -> attempt.reference().id());
    Map<PaymentId, Payment> payments =
        by(
            sources
                .payments()
                .payments()
                .list(realm, attempts.values().stream().map(Attempt::payment).toList()),
            Payment::id);
    var found = new HashMap<String, Recipient>();
    for (ExpectedTransfer transfer : transfers) {
      Attempt attempt = attempts.get(transfer.attempt());
      if (attempt != null) {
        Payment payment = payments.get(attempt.payment());
        if (payment != null) {
          found.put(transfer.reference().text(), new Recipient(payment, transfer, attempt));
        }
      }
    }
    return found;
  }

  private static <K, V> Map<K, V> by(Collection<V> all, Function<V, K> key) {
    return all.stream().collect(Collectors.toMap(key, Function.identity()));
  }
}
