package florin.app;

import florin.account.AbandonedRealms;
import florin.api.Routes;
import florin.event.EventLog;
import florin.job.DueWork;
import florin.sandbox.SandboxApi;
import florin.sandbox.SandboxRunner;
import florin.sandbox.Sandboxes;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

/** Sandboxes: realms of test mode with a clock of their own. */
final class SandboxModule {
  private final AtomicReference<Optional<SandboxRunner>> runner =
      new AtomicReference<>(Optional.empty());

  /**
   * Creates the parts. Its job must be the last one, because it uses the others.
   *
   * @param deliveries attempts deliveries
   */
  SandboxModule(
      CoreServices core,
      RuntimeProfile profile,
      AccountModule access,
      EventLog events,
      DueWork deliveries) {
    Parts parts = core.parts();
    var sandboxes =
        new Sandboxes(
            access.sandboxes,
            access.accounts,
            events,
            core.seal(),
            profile.once(),
            profile.ids(),
            core.clock());
    parts.addRoutes(
        Routes.sandboxes(
            new SandboxApi(
                sandboxes, () -> runner.get().orElseThrow(), access.keys::refresh, core.clock())));
    access.clocks.tell(realm -> runner.get().ifPresent(it -> it.used(realm)));
    parts.addJob(() -> new AbandonedRealms(core.besideDb(), core.clock(), core.clock()));
    parts.addJob(() -> {
      List<DueWork> works = Stream.concat(parts.dueWork(), Stream.of(deliveries)).toList();
      var started = new SandboxRunner(access.sandboxes, works, core.clock(), core.clock());
      runner.set(Optional.of(started));
      return started;
    });
  }
}
