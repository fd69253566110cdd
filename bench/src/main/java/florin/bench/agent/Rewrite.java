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
      "the database's clock as a node reads it can be stepped",
      new Calls("florin.job.DatabaseClock", "instant", "getAsLong", "nanos")),
  OWN_CLOCK(
      "a node's own clock can be stepped",
      new Calls("florin.job.DatabaseClock", "own", "now", "now")),
  CONNECTOR_CLOCK(
      "the clock of the providers' connectors can be stepped",
      new Calls("florin.app.App$Networks", "ofService", "system", "source")),
  NETWORK_APPROVES_HALF(
      "the network approves half of the requested amount",
      new Calls("florin.connector.simulator.BookMachine", "open", "amount", "half")),
  NETWORK_LOOKS_AT_NO_SUM(
      "the network refunds any requested amount",
      new Returns("florin.connector.simulator.BookMachine", "isWithin", Value.TRUE)),

  NETWORK_TAKES_TIME(
      "the network responds after the drill's delay",
      new Calls("florin.connector.simulator.Simulator", "authorize", "refuseLive", "takeTime"),
      new Calls("florin.connector.simulator.Simulator", "followUp", "refuseLive", "takeTime")),

  VERSION_GUARD(
      "an update applies only to the version that was read",
      new Text("florin.db.Table", "AND %2$s.version = r.version - 1%5$s", "%5$s")),
  BEGIN_COMMIT(
      "a payment is durable before the network is called",
      new Calls("florin.payment.engine.Engine", "commit", "commit", "pretendedCommit"),
      new Calls("florin.payment.execution.Execution", "ask", "at", "lateCommit")),
  RECOVERY(
      "recovery resolves the operations of a dead process",
      new Returns("florin.payment.recovery.DueAttempts", "resolve", Value.NOTHING)),
  WITNESS(
      "after a lost connection, the committer's row shows whether the batch is durable",
      new Returns("florin.db.CommitterConnection", "wasCommitted", Value.TRUE)),
  DURABLE_COMMIT(
      "a commit is on disk before its response",
      new Text(
          "florin.db.CommitterConnection",
          "SET jit = off;",
          "SET jit = off; SET synchronous_commit = off;")),
  POSITION_BOUND(
      "followers of events stay below the oldest running transaction",
      new Text(
          "florin.projection.FollowerStore$Queries",
          "AND position < pg_snapshot_xmin(pg_current_snapshot())",
          "")),
  IDEMPOTENCY_CLAIM(
      "a used idempotency key is not accepted again",
      new Text(
          "florin.idempotency.RecordTable",
          "DO NOTHING",
          """
          DO UPDATE
                 SET fingerprint = excluded.fingerprint,
                     resource_id = excluded.resource_id,
                     status = excluded.status,
                     body = excluded.body,
                     event_id = excluded.event_id
          """)),
  SAME_REQUEST(
      "an idempotency key is bound to its first request",
      new Returns(
          "florin.idempotency.Idempotency$StoredRecord", "requireSameRequest", Value.NOTHING)),
  MANDATE_REVOCATION(
      "a revoked mandate allows no charge",
      new Calls("florin.mandate.Mandate", "status", "isPresent", "absent"),
      new Text("florin.mandate.MandateStore", "WHERE m.revoked_at IS NULL", "WHERE true")),
  AMOUNT_CHECK(
      "an approval of a different amount is not treated as full approval",
      new Returns("florin.payment.execution.AmountCheck", "check", Value.SECOND_ARGUMENT)),
  REFUND_RESERVATION(
      "pending and completed refunds don't exceed the captured amount",
      new Calls("florin.payment.machine.Amounts", "refundable", "minus", "whole"),
      new Calls("florin.payment.machine.Amounts", "<init>", "isMoreThan", "neverMore")),
  REVERSAL_FIRST(
      "a reversal is durable before the network is called",
      new Returns("florin.payment.execution.Execution", "decides", Value.TRUE)),
  LATE_APPROVAL_WATCH(
      "a reversed authorization is watched, since it may be approved late",
      new Returns("florin.payment.recovery.Recovery", "watch", Value.NOTHING)),
  NOTICE_ONCE(
      "a provider's webhook is stored once",
      new Calls("florin.connector.instance.ProviderWebhooks", "keep", "id", "anyId")),
  MOLLIE_REFERENCE(
      "a capture or refund at Mollie is found by Florin's reference",
      new Returns("florin.connector.mollie.MollieFollowUps", "find", Value.EMPTY)),
  BANK_ENTRY_KEY(
      "a bank entry counts once, even if several statements contain it",
      new Text(
          "florin.bank.imports.BankFileStore",
          "SET status = 'duplicate'",
          "SET status = e.status")),
  FANOUT(
      "an event's deliveries are created in its commit",
      new Text("florin.webhook.Fanout", "WHERE e.status = 'enabled'", "WHERE e.status = 'none'")),
  DELIVERY_RETRY(
      "a failed delivery is retried",
      new Returns("florin.webhook.RetrySchedule", "pauseAfter", Value.EMPTY)),
  DELIVERY_PLACES(
      "concurrent deliveries to an endpoint don't exceed its limit",
      new Calls("florin.webhook.Lanes", "next", "perEndpoint", "boundless")),
  PLACE_FREED(
      "a completed delivery frees its slot",
      new Returns("florin.webhook.Lanes", "free", Value.NOTHING)),
  SIGNATURE(
      "a delivery's signature covers its time",
      new Returns("florin.webhook.Signature", "joined", Value.SECOND_ARGUMENT)),
  NODE_FITNESS(
      "a node whose clock is off accepts no work",
      new Returns("florin.job.DatabaseClock", "mayTakeWork", Value.TRUE)),
  RESTING_LOOPS(
      "such a node runs no background jobs",
      new Calls("florin.job.BackgroundJob", "lambda$ofWork$0", "mayTakeWork", "always")),
  RESTING_DOOR(
      "such a node rejects requests that create work",
      new Returns("florin.http.AdmissionControl", "makesWork", Value.FALSE)),
  SEALING(
      "a card number is encrypted before it is stored",
      new Calls("florin.vault.Vault", "seal", "seal", "plain")),

  WHOLE_CHARACTERS(
      "a body contains no NUL and no unpaired surrogate",
      new Returns("florin.http.StrictJson", "clean", Value.FIRST_ARGUMENT)),
  KEYS_ONCE(
      "an object in a body has no duplicate keys",
      new Calls("florin.http.StrictJson", "objectValue", "has", "neverHas")),
  CHECK_DIGIT(
      "a card number's check digit is verified",
      new Returns("florin.core.Pan", "isValid", Value.TRUE)),
  NUMBER_AMONG_DIGITS(
      "a card number is found next to other digits",
      new Returns("florin.vault.CardNumberScan$Run", "isWindowCardNumber", Value.FALSE)),
  LINK_MAC(
      "a link's MAC covers its target",
      new Returns("florin.core.LinkTokens", "isOurs", Value.TRUE)),
  BALANCES(
      "a statement's entries match its balances",
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
