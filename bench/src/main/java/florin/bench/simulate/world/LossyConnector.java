package florin.bench.simulate.world;

import florin.bench.simulate.fiber.Fibers;
import florin.bench.simulate.fiber.Life;
import florin.bench.simulate.fiber.Reply;
import florin.connector.AuthorizeRequest;
import florin.connector.Capabilities;
import florin.connector.Connector;
import florin.connector.Deadline;
import florin.connector.FollowUp;
import florin.connector.Inquiry;
import florin.connector.Inquiry.InquiryRequest;
import florin.connector.OperationKind;
import florin.connector.OperationRef;
import florin.connector.Outcome;
import florin.connector.ResumeRequest;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * A connection to the network that loses, delays, and duplicates messages. A message that has
 * arrived is processed even if its sender ends.
 */
final class LossyConnector implements Connector {
  private static final int LONGEST_WAY_MS = 40;
  private static final int LATEST_MS = 3_000;

  private final Connector network;
  private final Life there;
  private final Weather weather;
  private final WorldLog log;

  LossyConnector(Connector network, Life there, Weather weather, WorldLog log) {
    this.network = network;
    this.there = there;
    this.weather = weather;
    this.log = log;
  }

  @Override
  public String id() {
    return network.id();
  }

  @Override
  public String kind() {
    return network.kind();
  }

  @Override
  public Capabilities capabilities() {
    return network.capabilities();
  }

  @Override
  public Outcome authorize(AuthorizeRequest request, Deadline deadline) {
    return ask(
        "authorize",
        request.reference(),
        deadline,
        () -> network.authorize(request, fullTime()),
        new Outcome.Unknown("no response"));
  }

  @Override
  public Outcome resume(ResumeRequest request, Deadline deadline) {
    return ask(
        "resume",
        request.authorize().reference(),
        deadline,
        () -> network.resume(request, fullTime()),
        new Outcome.Unknown("no response"));
  }

  @Override
  public Outcome followUp(OperationKind operation, FollowUp request, Deadline deadline) {
    return ask(
        operation.text(),
        request.reference(),
        deadline,
        () -> network.followUp(operation, request, fullTime()),
        new Outcome.Unknown("no response"));
  }

  @Override
  public Inquiry inquire(InquiryRequest request, Deadline deadline) {
    return ask(
        "inquire",
        request.reference(),
        deadline,
        () -> network.inquire(request, fullTime()),
        new Inquiry.Unreachable("no response"));
  }

  private Deadline fullTime() {
    return Deadline.in(capabilities().timing().deadline());
  }

  private <T> T ask(
      String what, OperationRef reference, Deadline deadline, Supplier<T> work, T unheard) {
    var reply = new Reply<T>();
    String name = what + " " + reference.id();
    if (weather.draws(WorldFault.REQUEST_LOST)) {
      log.say(name + " is lost");
    } else {
      boolean isLate = weather.draws(WorldFault.REQUEST_LATE);
      Duration way = weather.upTo(LONGEST_WAY_MS);
      send(name, isLate ? deadline.remaining().plus(weather.upTo(LATEST_MS)) : way, work, reply);
      if (weather.draws(WorldFault.REQUEST_TWICE)) {
        send(name + " again", weather.upTo(LATEST_MS), work, reply);
      }
    }
    return reply
        .await(deadline.remaining())
        .orElseGet(() -> {
          log.say(name + " hears nothing");
          return unheard;
        });
  }

  private <T> void send(String name, Duration way, Supplier<T> work, Reply<T> reply) {
    boolean isLost = weather.draws(WorldFault.ANSWER_LOST);
    Duration back = weather.upTo(LONGEST_WAY_MS);
    Fibers.current()
        .start(
            there,
            () -> {
              Fibers.sleep(way);
              T answer = work.get();
              log.say(name + ": " + answer + (isLost ? ", which is lost" : ""));
              Fibers.sleep(back);
              if (!isLost) {
                reply.give(answer);
              }
            });
  }
}
