package florin.app;

import florin.alert.AlertCheck;
import florin.api.Route;
import florin.api.Routes;
import florin.dashboard.pipeline.DashboardRoute;
import florin.db.Db;
import florin.http.Endpoint;
import florin.job.DueWork;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * The parts that modules give to the service. They close in reverse order: each before those on
 * which it depends, and the parts at the edge before all others.
 */
final class Parts implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Parts.class);

  private final Deque<AutoCloseable> parts = new ArrayDeque<>();
  private final Deque<AutoCloseable> edge = new ArrayDeque<>();
  private final List<Supplier<? extends AutoCloseable>> jobs = new ArrayList<>();
  private final List<Route<?>> routes = new ArrayList<>();
  private final List<Endpoint> pages = new ArrayList<>();
  private final List<DashboardRoute> dashboard = new ArrayList<>();
  private final List<AlertCheck> alertChecks = new CopyOnWriteArrayList<>();

  /** Adds a part that must be closed. */
  <T extends AutoCloseable> T open(T part) {
    parts.push(part);
    return part;
  }

  /** Adds the server, or a stream: the server waits for requests, so streams must end first. */
  <T extends AutoCloseable> T openAtEdge(T part) {
    edge.push(part);
    return part;
  }

  /** Adds a background job, which starts after all modules exist. */
  void addJob(Supplier<? extends AutoCloseable> job) {
    jobs.add(job);
  }

  /** Adds API routes. */
  void addRoutes(List<Route<?>> more) {
    routes.addAll(more);
  }

  /** Adds endpoints that need no API key, such as pages. */
  void addPages(List<Endpoint> more) {
    pages.addAll(more);
  }

  /** Adds pages of the dashboard. */
  void addDashboardRoutes(List<DashboardRoute> more) {
    dashboard.addAll(more);
  }

  /** Adds a check for alerts. A job adds the check of a condition that only its node sees. */
  void addAlertCheck(AlertCheck check) {
    alertChecks.add(check);
  }

  void startJobs() {
    jobs.forEach(job -> open(job.get()));
  }

  /** Returns the started jobs whose work is due at a time. */
  Stream<DueWork> dueWork() {
    return parts.stream().filter(DueWork.class::isInstance).map(DueWork.class::cast);
  }

  Routes routes() {
    return new Routes(routes, pages);
  }

  List<DashboardRoute> dashboardRoutes() {
    return dashboard;
  }

  /** Returns the checks for alerts; later ones are added to the list. */
  List<AlertCheck> alertChecks() {
    return Collections.unmodifiableList(alertChecks);
  }

  @Override
  public void close() {
    closeAll(Level.WARN);
  }

  /**
   * Closes everything like a kill. The database connections go first, so that no write in flight
   * completes and nothing waits. Later errors are then expected.
   */
  void abort() {
    parts.stream().filter(Db.class::isInstance).map(Db.class::cast).forEach(Db::close);
    closeAll(Level.DEBUG);
  }

  private void closeAll(Level loss) {
    closeAll(edge, loss);
    closeAll(parts, loss);
  }

  private static void closeAll(Deque<AutoCloseable> parts, Level loss) {
    while (!parts.isEmpty()) {
      AutoCloseable next = parts.pop();
      try {
        next.close();
      } catch (Exception failed) {
        LOG.atLevel(loss).setCause(failed).log("{} did not close", next.getClass().getSimpleName());
      }
    }
  }
}
