package florin.bench.simulate.world;

import florin.bench.simulate.fiber.Fibers;
import florin.bench.simulate.fiber.Life;
import florin.bench.simulate.fiber.Reply;
import florin.bench.simulate.memory.MemoryConnections;
import florin.bench.simulate.memory.MemoryDatabase;
import florin.bench.simulate.memory.MemoryResult;
import florin.connector.Connector;
import florin.connector.Connectors;
import florin.connector.SafeConnector;
import florin.core.IdSource;
import florin.core.Refusal;
import florin.core.Sources;
import florin.customer.CustomerStore;
import florin.db.CommitUnknownException;
import florin.db.DatabaseUnavailableException;
import florin.db.Db;
import florin.db.GroupCommit;
import florin.db.SimulatedGroupCommit;
import florin.db.SimulatedGroupCommit.CommitFate;
import florin.http.Answer;
import florin.http.Problems;
import florin.idempotency.Idempotency;
import florin.idempotency.Once;
import florin.payment.Descriptions;
import florin.payment.FollowUps;
import florin.payment.Payments;
import florin.payment.Tenders;
import florin.payment.engine.Engine;
import florin.payment.engine.Repeats;
import florin.payment.execution.AmountCheck;
import florin.payment.execution.Attempts;
import florin.payment.execution.Drafts;
import florin.payment.execution.Execution;
import florin.payment.execution.Finish;
import florin.payment.execution.OnSuccess;
import florin.payment.execution.OperationEvents;
import florin.payment.execution.Probe;
import florin.payment.execution.Turns;
import florin.payment.machine.Attempt.Owner;
import florin.payment.recovery.DraftRecovery;
import florin.payment.recovery.DueAttempts;
import florin.payment.recovery.Expiry;
import florin.payment.recovery.Recovery;
import florin.payment.recovery.RecoveryLoop;
import florin.payment.refund.RefundCancel;
import florin.payment.refund.RefundDestinations.RefundDestination;
import florin.payment.refund.Refunds;
import florin.payment.store.Stores;
import florin.payment.view.ChallengeLinks;
import florin.payment.view.ClientSecrets;
import florin.payment.view.PaymentViews;
import florin.payment.view.ReceiptLinks;
import florin.paymentmethod.CardsOnFile;
import florin.paymentmethod.PaymentMethodStore;
import florin.vault.CodeMemory;
import florin.vault.Keyring.Purpose;
import florin.vault.Vault;
import florin.webhook.Fanout;
import florin.webhook.SimulatedDeliveries;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;

/** One life of one node: the service's own parts, put together as the service does. */
final class WorldNode {
  private static final int LONGEST_READ_MS = 1;
  private static final Duration RETENTION = Duration.ofDays(90);

  private final Life life;
  private final WorldStage stage;
  private final List<Reply<WorldAnswer>> underWay = new ArrayList<>();
  private final Sources sources;
  private final PaymentViews views;
  private final Payments payments;
  private final FollowUps followUps;
  private final Refunds refunds;
  private final RefundCancel refundCancel;

  /** Is called in the node's own life. */
  WorldNode(WorldStage stage, UUID node, UUID boot) {
    this.stage = stage;
    this.life = Fibers.life();
    this.sources =
        new Sources(
            new IdSource(stage.clock()),
            stage.clock(),
            stage.clock(),
            new SeededRandom(boot.getLeastSignificantBits()));
    MemoryDatabase database = stage.database();
    var db = new Db(new MemoryConnections(database, this::read).source());
    var idempotency = new Idempotency(db, stage.keyring().hmac(Purpose.IDEMPOTENCY));
    var deliveries = new SimulatedDeliveries[1];
    GroupCommit commits =
        commits(database, new WorldCommits(stage.weather()), made -> deliveries[0].begin(made));
    deliveries[0] = new SimulatedDeliveries(db, commits, stage.seal(), stage.receiver(), sources);

    var self = new Owner(node, boot);
    Connector connector = new SafeConnector(stage.line());
    Connectors connectors = Connectors.of(connector);
    Stores stores = Stores.of(db);
    var base = java.net.URI.create("https://pay.example");
    var challengeLinks = new ChallengeLinks(base, stage.keyring().hmac(Purpose.CHALLENGE));
    this.views =
        new PaymentViews(
            new ReceiptLinks(base, stage.keyring().hmac(Purpose.RECEIPT)),
            challengeLinks,
            new ClientSecrets(stage.keyring().hmac(Purpose.CLIENT_SECRET)));
    var cards =
        new CardsOnFile(
            new PaymentMethodStore(db),
            new Vault(stage.keyring(), sources.random()),
            new CodeMemory(sources.random()),
            sources.ids(),
            RETENTION);
    var attempts = new Attempts(self, sources.ids(), sources.dueClock(), connectors);
    var events =
        new OperationEvents(sources.ids(), views, OnSuccess.NOTHING, (_, _, _) -> List.of());
    var turns = new Turns();
    var drafts = new Drafts(commits, events);
    var draftRecovery = new DraftRecovery(stores.drafts(), attempts, drafts, Probe.NONE);
    var finish =
        new Finish(commits, stores, attempts, drafts, events, cards, turns, sources.clock());
    var execution =
        new Execution(
            commits,
            stores,
            attempts,
            new AmountCheck(new PrometheusRegistry()),
            finish,
            drafts,
            sources.clock(),
            Probe.NONE);
    var recovery =
        new Recovery(
            connectors,
            commits,
            idempotency,
            stores,
            attempts,
            execution,
            sources.clock(),
            Probe.NONE);
    var repeats =
        new Repeats(
            commits,
            idempotency,
            stores,
            attempts,
            recovery,
            draftRecovery,
            views,
            sources.clock());
    var engine =
        new Engine(commits, repeats, execution, events, views, turns, sources.clock(), Probe.NONE);
    var once = new Once(commits, idempotency, sources.clock());
    var descriptions =
        new Descriptions(stores, new CustomerStore(db), once, events, views, sources.clock());
    this.payments =
        new Payments(
            engine,
            connectors,
            stores,
            new Tenders(cards, _ -> Optional.empty(), challengeLinks),
            attempts,
            descriptions,
            sources.ids());
    this.followUps = new FollowUps(engine, connectors, stores, attempts);
    this.refunds =
        new Refunds(
            engine,
            connectors,
            stores,
            attempts,
            descriptions,
            (_, _, _) -> RefundDestination.SAME_WAY,
            sources.ids());
    this.refundCancel =
        new RefundCancel(stores, idempotency, repeats, recovery, finish, _ -> Optional.empty());
    var expiry = new Expiry(recovery, commits, attempts, execution, events, sources.clock());
    var _ =
        new RecoveryLoop(
            stores.attempts(),
            draftRecovery,
            new DueAttempts(stores.attempts(), recovery, expiry),
            self,
            sources.clock(),
            () -> true);
    deliveries[0].start();
  }

  private GroupCommit commits(
      MemoryDatabase database, CommitFate fate, Consumer<List<List<Object>>> born) {
    return (GroupCommit)
        (Object)
            new SimulatedGroupCommit(
                database,
                List.of(Fanout.ofEvents()),
                fate,
                (changeset, result) -> {
                  stage.log().say(changeset.writes() + " " + result);
                  if (result instanceof MemoryResult.Kept(var made)) {
                    born.accept(made);
                  }
                });
  }

  private void read() {
    Fibers.sleep(stage.weather().upTo(LONGEST_READ_MS));
  }

  Life life() {
    return life;
  }

  PaymentViews views() {
    return views;
  }

  Payments payments() {
    return payments;
  }

  FollowUps followUps() {
    return followUps;
  }

  Refunds refunds() {
    return refunds;
  }

  RefundCancel refundCancel() {
    return refundCancel;
  }

  /** All who wait for an answer of this life learn that none comes. */
  void die() {
    underWay.forEach(reply -> reply.give(WorldAnswer.CUT));
    Fibers.current().end(life);
  }

  /** Has the node do something, and waits for what it says. */
  WorldAnswer ask(Function<WorldNode, Answer> work, WorldRequest request, Duration patience) {
    var reply = new Reply<WorldAnswer>();
    underWay.add(reply);
    Fibers.current().start(life, () -> reply.give(answer(work, request)));
    WorldAnswer answer = reply.await(patience).orElse(WorldAnswer.CUT);
    underWay.remove(reply);
    return answer;
  }

  private WorldAnswer answer(Function<WorldNode, Answer> work, WorldRequest request) {
    try {
      return WorldAnswer.of(work.apply(this));
    } catch (Refusal refusal) {
      return WorldAnswer.of(Problems.answer(refusal.problem(), request.id()));
    } catch (DatabaseUnavailableException | CommitUnknownException away) {
      return new WorldAnswer(503, String.valueOf(away.getMessage()));
    } catch (RuntimeException bug) {
      stage.bugs().add(request.name() + ": " + bug);
      return new WorldAnswer(500, bug.toString());
    }
  }

  static String text(Answer answer) {
    return new String(answer.body(), StandardCharsets.UTF_8);
  }
}
