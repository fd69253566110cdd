package florin.bench.service;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A `serve` in a process of its own: the same program, by the same Java options as ours. */
public final class ServiceProcess implements AutoCloseable {
  private static final Pattern READY = Pattern.compile("Florin is ready on http://(.+):([0-9]+)");
  private static final Pattern SETUP = Pattern.compile("http://\\S+/dashboard/setup/\\S+");
  private static final Duration START_LIMIT = Duration.ofMinutes(2);
  private static final Duration STOP_LIMIT = Duration.ofSeconds(40);
  private static final int LINES_KEPT = 200;

  private final Process process;
  private final DataFolder folder;
  private final InetSocketAddress address;
  private final Said said;
  private final Thread endsWithUs;

  private ServiceProcess(Process process, DataFolder folder, InetSocketAddress address, Said said) {
    this.process = process;
    this.folder = folder;
    this.address = address;
    this.said = said;
    this.endsWithUs = new Thread(this::abandon, "stop-service");
    Runtime.getRuntime().addShutdownHook(endsWithUs);
  }

  /** What it prints that matters to us. */
  private record Said(
      CompletableFuture<InetSocketAddress> ready, CompletableFuture<String> setupLink) {
    Said() {
      this(new CompletableFuture<>(), new CompletableFuture<>());
    }

    void hear(String line) {
      Matcher served = READY.matcher(line);
      if (served.find()) {
        ready.complete(new InetSocketAddress(served.group(1), Integer.parseInt(served.group(2))));
      }
      Matcher link = SETUP.matcher(line);
      if (link.find()) {
        setupLink.complete(link.group());
      }
    }

    void end(List<String> lines) {
      var ended = new IOException(String.join("\n", lines));
      ready.completeExceptionally(ended);
      setupLink.completeExceptionally(ended);
    }
  }

  /**
   * Returns when it serves.
   *
   * @param environment settings, beside what our own environment has
   * @throws IOException when it does not come to serve; the message has what it said
   */
  public static ServiceProcess start(DataFolder folder, Map<String, String> environment)
      throws IOException {
    List<String> serve =
        List.of("florin.Main", "serve", "--port", "0", "--data", folder.path().toString());
    return start(folder, environment, serve);
  }

  /**
   * Another program in the service's place, which says in the same words that it serves.
   *
   * @param main its class, and its arguments
   */
  public static ServiceProcess startInstead(DataFolder folder, List<String> main)
      throws IOException {
    return start(folder, Map.of(), main);
  }

  private static ServiceProcess start(
      DataFolder folder, Map<String, String> environment, List<String> main) throws IOException {
    var builder = new ProcessBuilder(command(main)).redirectErrorStream(true);
    builder.environment().putAll(environment);
    Process process = builder.start();
    try {
      var said = new Said();
      Thread.ofVirtual().name("service-output").start(() -> listen(process, said));
      return new ServiceProcess(process, folder, await(said.ready()), said);
    } catch (IOException | RuntimeException failed) {
      process.destroyForcibly();
      throw failed;
    }
  }

  private static List<String> command(List<String> main) {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(option -> option.startsWith("-X") || option.startsWith("--")) // no debugger's
        .forEach(command::add);
    String classes = System.getProperty("java.class.path");
    if (classes.endsWith(".jar") && main.contains("serve")) {
      command.addAll(remembering(Path.of(classes)));
    }
    command.addAll(List.of("-cp", classes));
    command.addAll(main);
    return command;
  }

  /** As `./florin serve` is started: what is loaded is written down at a clean stop. */
  private static List<String> remembering(Path jar) {
    return List.of(
        "-XX:+AutoCreateSharedArchive",
        "-XX:SharedArchiveFile=" + jar.resolveSibling("florin-serve.jsa"),
        "-Xlog:cds=off",
        "-Xlog:aot=off");
  }

  private static <T> T await(CompletableFuture<T> said) throws IOException {
    try {
      return said.get(START_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException failed) {
      throw new IOException("The service did not start", failed.getCause());
    } catch (TimeoutException late) {
      throw new IOException("The service did not start within " + START_LIMIT, late);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while the service started", interrupted);
    }
  }

  /** Reads all it says, to the end: a full pipe would stop it. */
  private static void listen(Process process, Said said) {
    var kept = new ArrayList<String>();
    try (Stream<String> lines = process.inputReader().lines()) {
      lines.forEach(line -> {
        said.hear(line);
        if (!said.ready().isDone() && kept.size() < LINES_KEPT) {
          kept.add(line);
        }
      });
    } catch (UncheckedIOException ended) {
      kept.add(ended.toString());
    }
    said.end(kept);
  }

  /** The link by which the dashboard's first owner is made; a first start prints it. */
  public String setupLink() throws IOException {
    return await(said.setupLink());
  }

  public InetSocketAddress address() {
    return address;
  }

  public DataFolder folder() {
    return folder;
  }

  public long pid() {
    return process.pid();
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  public Usage usage() throws IOException {
    return new Usage(
        Proc.cpu(pid()),
        postgres()
            .map(process -> Proc.cpuWithEndedChildren(process.pid()))
            .reduce(Duration.ZERO, Duration::plus),
        Proc.cpu(ProcessHandle.current().pid()));
  }

  public Memory memory() throws IOException {
    List<Long> postgres = postgres().map(ProcessHandle::pid).toList();
    long own = postgres.stream().mapToLong(pid -> Proc.memory(pid, "RssAnon")).sum();
    long shared =
        postgres.stream()
            .mapToLong(pid -> Proc.memory(pid, "RssShmem") + Proc.memory(pid, "RssFile"))
            .max()
            .orElse(0);
    return new Memory(Proc.memory(pid(), "VmRSS"), own + shared);
  }

  private Stream<ProcessHandle> postgres() throws IOException {
    return folder
        .findPostmaster()
        .map(first -> Stream.concat(Stream.of(first), first.descendants()))
        .orElse(Stream.empty());
  }

  /** SIGKILL. Its PostgreSQL lives on until it notices. */
  public void kill() {
    kill(List.of());
  }

  /** SIGKILL for it and for every process of its PostgreSQL. */
  public void killWithPostgres() throws IOException {
    kill(postgres().toList());
  }

  /** The service first, so that its PostgreSQL has no time for an orderly stop. */
  private void kill(List<ProcessHandle> others) {
    process.destroyForcibly();
    others.forEach(ProcessHandle::destroyForcibly);
    process.onExit().join();
    Runtime.getRuntime().removeShutdownHook(endsWithUs);
  }

  /** SIGTERM, and what that does not stop in time is killed. */
  @Override
  public void close() {
    if (process.isAlive()) {
      Runtime.getRuntime().removeShutdownHook(endsWithUs);
      stop();
    }
  }

  private void stop() {
    process.destroy();
    try {
      process.onExit().get(STOP_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException | ExecutionException late) {
      process.destroyForcibly().onExit().join();
    } catch (InterruptedException interrupted) {
      process.destroyForcibly().onExit().join();
      Thread.currentThread().interrupt();
    }
  }

  /** We were told to end in the middle. */
  private void abandon() {
    stop();
    try {
      folder.close();
    } catch (IOException | UncheckedIOException failed) {
      System.err.println("Left behind: " + folder.path() + ": " + failed.getMessage());
    }
  }
}
