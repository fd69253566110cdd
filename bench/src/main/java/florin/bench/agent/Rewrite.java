package florin.bench.agent;

import florin.bench.agent.Edit.Calls;
import florin.bench.agent.Edit.Returns;
import florin.bench.agent.Edit.Returns.Value;
import florin.bench.agent.Edit.Text;
import java.util.List;
import java.util.Locale;

/**
 * The changes that drills make to a service. They make a clock steppable, inject a fault into the
 * simulated network, or remove a guard.
 */
@SuppressWarnings(
    "ImmutableEnumChecker") // its lists come from List.of, which the checker does not recognize
public enum Rewrite {
  CLOCK(
      "what a node takes for the database's clock can be stepped",
      new Calls("florin.job.DatabaseClock", "instant", "getAsLong", "nanos")),
  OWN_CLOCK(
      "a node's own clock can be stepped",
      new Calls("florin.job.DatabaseClock", "own", "now", "now")),
  NETWORK_APPROVES_HALF(
      "the network approves half of what it is asked for",
      new Calls("florin.connector.simulator.BookMachine", "open", "amount", "half")),
  NETWORK_LOOKS_AT_NO_SUM(
      "the network gives back whatever it is asked for",
      new Returns("florin.connector.simulator.BookMachine", "isWithin", Value.TRUE)),

  NETWORK_TAKES_TIME(
      "the network takes as long to answer as the drill says",
      new Calls("florin.connector.simulator.Simulator", "authorize", "refuseLive", "takeTime"),
      new Calls("florin.connector.simulator.Simulator", "followUp", "refuseLive", "takeTime")),

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
          "florin.report.FollowerStore$Queries",
          "AND position < pg_snapshot_xmin(pg_current_snapshot())",
          "")),
  IDEMPOTENCY_CLAIM(
      "a key that is taken is not taken again",
      new Text(
          "florin.idempotency.SlotTable",
          "DO NOTHING",
          """
          DO UPDATE
                 SET fingerprint = excluded.fingerprint,
                     resource_id = excluded.resource_id,
                     status = excluded.status,
                     body = excluded.body,
                     event_id = excluded.event_id,
                     draft = excluded.draft,
                     draft_key = excluded.draft_key,
                     drafted_at = excluded.drafted_at
               WHERE i.draft IS NULL
                  OR EXISTS (SELECT FROM payment p WHERE p.realm_id = i.realm_id AND p.id = i.resource_id)
          """)),
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
      "a provider's webhook is kept once",
      new Calls("florin.connector.instance.ProviderWebhooks", "keep", "id", "anyId")),
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
  NODE_FITNESS(
      "a node whose clock is off takes no work",
      new Returns("florin.job.DatabaseClock", "mayTakeWork", Value.TRUE)),
  RESTING_LOOPS(
      "such a node looks for nothing that is due",
      new Calls("florin.job.Loop", "lambda$ofWork$0", "mayTakeWork", "always")),
  RESTING_DOOR(
      "such a node refuses requests that make something",
      new Returns("florin.http.AdmissionControl", "makesWork", Value.FALSE)),
  SEALING(
      "a card number is sealed before it is stored",
      new Calls("florin.vault.Vault", "seal", "seal", "plain")),

  WHOLE_CHARACTERS(
      "a body holds no NUL and no half of a character",
      new Returns("florin.http.StrictJson", "clean", Value.FIRST_ARGUMENT)),
  KEYS_ONCE(
      "no key stands twice in an object of a body",
      new Calls("florin.http.StrictJson", "objectValue", "has", "neverHas")),
  CHECK_DIGIT(
      "a card number's last digit follows from the others",
      new Returns("florin.core.Pan", "isValid", Value.TRUE)),
  NUMBER_AMONG_DIGITS(
      "a card number is found where other digits stand beside it",
      new Returns("florin.vault.CardNumberScan$Run", "isWindowCardNumber", Value.FALSE)),
  LINK_MAC(
      "a link has our MAC over what it leads to",
      new Returns("florin.core.LinkTokens", "isOurs", Value.TRUE)),
  BALANCES(
      "a statement's balances and entries add up",
      new Returns("florin.bank.statement.EntryTally", "checkBalances", Value.NOTHING));

  private final String words;
  private final List<Edit> edits;

  Rewrite(String words, Edit... edits) {
    this.words = words;
    this.edits = List.of(edits);
  }

  List<Edit> edits() {
    return edits;
  }

  /** Returns a description of the change; for a guard, the rule that it enforces. */
  public String words() {
    return words;
  }

  /** Returns the name that the command line uses. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
