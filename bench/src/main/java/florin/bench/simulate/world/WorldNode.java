package florin.bench.simulate.world;

import florin.bench.simulate.fiber.Fibers;
import florin.bench.simulate.fiber.Life;
import florin.bench.simulate.fiber.Reply;
import florin.bench.simulate.memory.MemoryConnections;
import florin.bench.simulate.memory.MemoryDatabase;
import florin.bench.simulate.memory.MemoryResult;
import florin.core.Id.PaymentMethodId;
import florin.core.IdSource;
import florin.core.Refusal;
import florin.core.Sources;
import florin.customer.Customers;
import florin.db.CommitUnknownException;
import florin.db.DatabaseUnavailableException;
import florin.db.Db;
import florin.db.GroupCommit;
import florin.db.SimulatedGroupCommit;
import florin.db.SimulatedGroupCommit.CommitFate;
import florin.http.Answer;
import florin.http.Problems;
import florin.idempotency.IdempotentCommand;
import florin.idempotency.Origin;
import florin.idempotency.ResultView;
import florin.mandate.Mandates;
import florin.payment.FollowUps;
import florin.payment.Payments;
import florin.payment.machine.Attempt.Owner;
import florin.payment.refund.RefundCancel;
import florin.payment.refund.Refunds;
import florin.payment.view.PaymentViews;
import florin.paymentmethod.CardsOnFile;
import florin.webhook.Fanout;
import florin.webhook.SimulatedDeliveries;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;

/** One life of a node: its parts and its crash. */
final class WorldNode {
  private static final int LONGEST_READ_MS = 1;

  private final Life life;
  private final WorldStage stage;
  private final List<Reply<WorldAnswer>> underWay = new ArrayList<>();
  private final PaymentViews views;
  private final Payments payments;
  private final FollowUps followUps;
  private final Refunds refunds;
  private final RefundCancel refundCancel;
  private final Customers customers;
  private final CardsOnFile cards;
  private final Mandates mandates;
  private final IdempotentCommand once;

  /** Creates a node. The caller must run in the node's life. */
  WorldNode(WorldStage stage, UUID node, UUID boot) {
    this.stage = stage;
    this.life = Fibers.life();
    var sources =
        new Sources(
            new IdSource(stage.clock()),
            stage.clock(),
            stage.clock(),
            new SeededRandom(boot.getLeastSignificantBits()));
    var db = new Db(new MemoryConnections(stage.database(), this::read, this::pause).source());
    var deliveries = new SimulatedDeliveries[1];
    GroupCommit commits =
        commits(
            stage.database(), new WorldCommits(stage.weather()), made -> deliveries[0].made(made));
    deliveries[0] = new SimulatedDeliveries(db, commits, stage.seal(), stage.receiver(), sources);
    var parts = new NodeParts(stage, new Owner(node, boot), sources, db, commits);
    this.views = parts.views();
    this.payments = parts.payments();
    this.followUps = parts.followUps();
    this.refunds = parts.refunds();
    this.refundCancel = parts.refundCancel();
    this.customers = parts.customers();
    this.cards = parts.cards();
    this.mandates = parts.mandates();
    this.once = parts.once();
    parts.recover();
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
                },
                result -> {
                  if (result instanceof MemoryResult.Kept(var made)) {
                    born.accept(made);
                  }
                });
  }

  /** Injects a fault before a statement. A fault after it would leave its effect unknown. */
  private void read() {
    pause();
    if (stage.weather().draws(WorldFault.DATABASE_AWAY)) {
      throw new DatabaseUnavailableException("not sent: the database is unreachable", null);
    }
  }

  private void pause() {
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

  Customers customers() {
    return customers;
  }

  /** Revokes the mandate of a payment method that has one, as `/v2/mandates/{id}/revoke` does. */
  Answer revoke(PaymentMethodId method, Origin origin) {
    return ResultView.answer(
        once.run(
            WorldStage.REALM,
            origin,
            () ->
                mandates.revoking(
                    WorldStage.REALM,
                    cards
                        .get(WorldStage.REALM, method, Optional.empty())
                        .state()
                        .mandate()
                        .orElseThrow(),
                    origin.cause(),
                    stage.clock().instant())),
        mandate -> Answer.json(200, Map.of("id", mandate.id().text())));
  }

  /** Crashes the node. All waiting callers get a broken connection. */
  void die() {
    underWay.forEach(reply -> reply.give(WorldAnswer.CUT));
    Fibers.current().end(life);
  }

  /** Runs a request on the node and returns the response. */
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
