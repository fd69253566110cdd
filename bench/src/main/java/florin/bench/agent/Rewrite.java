package florin.bench.agent;

import florin.bench.agent.Edit.Calls;
import florin.bench.agent.Edit.Returns;
import florin.bench.agent.Edit.Returns.Value;
import florin.bench.agent.Edit.Text;
import java.util.List;
import java.util.Locale;

/**
 * What is changed about a service for a drill: its clock can be stepped, the simulator's network is
 * made to err, or a safeguard is taken out of the product.
 */
@SuppressWarnings(
    "ImmutableEnumChecker") // its lists come from List.of, which the checker cannot know
public enum Rewrite {
  CLOCK("the clock can be stepped", new Calls("florin.job.DatabaseClock", "instant", "now", "now")),
  NETWORK_APPROVES_HALF(
      "the network approves half of what it is asked for",
      new Calls("florin.connector.simulator.BookMachine", "open", "amount", "half")),
  NETWORK_LOOKS_AT_NO_SUM(
      "the network gives back whatever it is asked for",
      new Returns("florin.connector.simulator.BookMachine", "isWithin", Value.TRUE)),

  VERSION_GUARD(
      "an update holds only for the version that was read",
      new Text("florin.db.Table", "AND %2$s.version = r.version - 1%5$s", "%5$s")),
  BEGIN_COMMIT(
      "that a payment begins is durable before the network is asked",
      new Calls("florin.payment.execution.Drafts", "begin", "commit", "pretendedCommit")),
  DRAFT_RECOVERY(
      "a draft whose process has died is written and looked after",
      new Returns("florin.payment.recovery.DraftRecovery", "round", Value.NOTHING)),
  WITNESS(
      "after a lost connection the committer's row says whether the batch is durable",
      new Returns("florin.db.CommitterConnection", "wasCommitted", Value.TRUE)),
  DURABLE_COMMIT(
      "a commit is on the disk before it is answered",
      new Text(
          "florin.db.CommitterConnection",
          "SET jit = off;",
          "SET jit = off; SET synchronous_commit = off;")),
  UNBROKEN_SINCE(
      "what follows from the simulator's answer is committed on a connection older than the question",
      new Returns("florin.db.Changeset", "holdsFor", Value.TRUE)),
  POSITION_BOUND(
      "who follows events stays below the oldest transaction that runs",
      new Text(
          "florin.report.FollowerStore",
          "AND position < pg_snapshot_xmin(pg_current_snapshot())",
          "")),
  IDEMPOTENCY_CLAIM(
      "a key that is taken is not taken again",
      new Text(
          "florin.idempotency.SlotTable",
          "WHERE i.expires_at < now()",
          "WHERE i.expires_at < now() + interval '2 days'")),
  SAME_REQUEST(
      "a key is for the request that first carried it",
      new Returns("florin.idempotency.Idempotency$SlotEntry", "requireSameRequest", Value.NOTHING)),
  AMOUNT_CHECK(
      "an approval of another amount is not taken for the whole",
      new Returns("florin.payment.execution.AmountCheck", "check", Value.SECOND_ARGUMENT)),
  REFUND_RESERVATION(
      "refunds under way and done are within what was captured",
      new Calls("florin.payment.machine.Amounts", "refundable", "minus", "whole"),
      new Calls("florin.payment.machine.Amounts", "<init>", "isMoreThan", "neverMore")),
  REVERSAL_FIRST(
      "that an authorisation is undone is durable before the network hears of it",
      new Returns("florin.payment.execution.Execution", "decides", Value.TRUE)),
  LATE_APPROVAL_WATCH(
      "what was reversed is watched, since it may be approved late",
      new Returns("florin.payment.recovery.Recovery", "watch", Value.NOTHING)),
  NOTICE_ONCE(
      "a provider's notice is kept once",
      new Calls("florin.connector.instance.Notices", "keep", "id", "anyId")),
  BANK_ENTRY_KEY(
      "a bank's entry counts once, in however many statements it stands",
      new Text(
          "florin.bank.intake.BankFileStore", "SET status = 'duplicate'", "SET status = e.status")),
  FANOUT(
      "an event's deliveries are rows of its commit",
      new Text("florin.webhook.Fanout", "WHERE e.status = 'enabled'", "WHERE e.status = 'none'")),
  DELIVERY_RETRY(
      "a delivery that was not taken is tried again",
      new Returns("florin.webhook.RetrySchedule", "pauseAfter", Value.EMPTY)),
  DELIVERY_PLACES(
      "no more deliveries are under way to an endpoint than it has places",
      new Calls("florin.webhook.Lanes", "next", "perEndpoint", "boundless")),
  PLACE_FREED(
      "a delivery that was answered frees its place",
      new Returns("florin.webhook.Lanes", "free", Value.NOTHING)),
  SIGNATURE(
      "a delivery is signed, its time included",
      new Returns("florin.webhook.Signature", "joined", Value.SECOND_ARGUMENT)),
  SEALING(
      "a card number is sealed before it is stored",
      new Calls("florin.vault.Vault", "seal", "seal", "plain"));

  private final String words;
  private final List<Edit> edits;

  Rewrite(String words, Edit... edits) {
    this.words = words;
    this.edits = List.of(edits);
  }

  List<Edit> edits() {
    return edits;
  }

  /** Of a safeguard, what it sees to. */
  public String words() {
    return words;
  }

  /** As on the command line. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
