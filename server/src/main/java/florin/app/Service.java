package florin.app;

import florin.account.AccountStore;
import florin.account.Descriptors;
import florin.app.Variant.Payers;
import florin.config.BaseUrl;
import florin.config.Config;
import florin.connector.Connector;
import florin.connector.Connectors;
import florin.connector.SafeConnector;
import florin.connector.simulator.Simulator;
import florin.core.Sources;
import florin.db.Companion;
import florin.db.Db;
import florin.db.GroupCommit;
import florin.db.MadeListener;
import florin.db.PostgresAddress;
import florin.payment.OnSuccess;
import florin.payment.Probe;
import florin.receipt.ReceiptMailStore;
import florin.webhook.AddressGuard;
import florin.webhook.Fanout;
import florin.webhook.Lanes;
import florin.webhook.Resolver;
import florin.webhook.WebhookWiring.Transport;
import java.net.InetAddress;
import java.net.URI;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * The {@link Variant} that serves: everything happens now, and all that is asked for is durable.
 */
final class Service {
  /** The book's commits must give up before the connector's deadline of 8 s. */
  private static final Duration BOOK_PATIENCE = Duration.ofSeconds(7);

  private final Parts parts;
  private final Foundation foundation;
  private final Config config;
  private final PostgresAddress database;
  private final int port;

  /**
   * @param port where it listens
   */
  Service(Parts parts, Foundation foundation, int port) {
    this.parts = parts;
    this.foundation = foundation;
    this.config = foundation.config();
    this.database = foundation.database();
    this.port = port;
  }

  Variant variant(UnaryOperator<Connector> network, Probe probe) {
    var connectors = new Connectors(List.of(new SafeConnector(network.apply(simulator()))));
    var lanes = Lanes.of(config.webhooks().perEndpoint(), config.webhooks().inAll());
    GroupCommit commits =
        commits("main", GroupCommit.DEFAULT_PATIENCE, List.of(Fanout.ofEvents()), lanes);
    GroupCommit results =
        parts.open(new GroupCommit("webhook", database::connect, 1, GroupCommit.DEFAULT_PATIENCE));
    return new Variant(
        Sources.of(foundation.clock(), foundation.random()),
        commits,
        results,
        connectors,
        new Transport(guard(), Resolver.SYSTEM, lanes),
        payers(),
        probe);
  }

  private Simulator simulator() {
    Db book = parts.open(Db.forRequests(database));
    GroupCommit bookCommits = commits("book", BOOK_PATIENCE, List.of(), MadeListener.NOBODY);
    return new Simulator(bookCommits, book, foundation.clock());
  }

  private GroupCommit commits(
      String name, Duration patience, List<Companion> companions, MadeListener listener) {
    return parts.open(
        config.committers() == 0
            ? GroupCommit.oneByOne(name, database::connect, patience, companions, listener)
            : new GroupCommit(
                name, database::connect, config.committers(), patience, companions, listener));
  }

  /**
   * While nobody else reaches Florin, also by no proxy, test webhooks may go to this machine: it is
   * being tried.
   */
  private AddressGuard guard() {
    var own = new HashSet<>(database.ports());
    own.add(port);
    boolean loopback =
        InetAddress.ofLiteral(config.http().bindAddress()).isLoopbackAddress()
            && config.baseUrl().map(BaseUrl::isLoopback).orElse(true);
    return new AddressGuard(loopback, own, config.webhooks().allowed());
  }

  private Payers payers() {
    URI base = config.baseUrl().orElseGet(() -> BaseUrl.of(config.http(), port));
    return new Payers(
        base,
        new Descriptors(new AccountStore(foundation.db()))::of,
        config.smtp().isPresent() ? ReceiptMailStore::enqueue : OnSuccess.NOTHING);
  }
}
