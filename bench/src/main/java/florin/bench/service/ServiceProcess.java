package florin.bench.service;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Runs `serve` in a separate process with this JVM and its options. */
public final class ServiceProcess implements AutoCloseable {
  private static final Pattern READY = Pattern.compile("Florin is ready on http://(.+):([0-9]+)");
  private static final Pattern SETUP = Pattern.compile("http://\\S+/dashboard/setup/\\S+");
  private static final Duration START_LIMIT = Duration.ofMinutes(2);
  private static final Duration STOP_LIMIT = Duration.ofSeconds(50);
  private static final int LINES_KEPT = 200;

  /** Below the ephemeral ports of Linux, which start at 32768. */
  private static final int FIRST_PORT = 20_000;

  private static final int END_OF_PORTS = 32_000;
  private static final int TRIED_PORTS = 50;

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

  /** The parts of the service's output that this class needs. */
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
   * Starts a service and waits until it is ready.
   *
   * @param environment settings in addition to this process's environment
   * @throws IOException if it doesn't become ready; the message contains its output
   */
  public static ServiceProcess start(DataFolder folder, Map<String, String> environment)
      throws IOException {
    return start(folder, environment, Program.service(arguments(folder, 0)));
  }

  /**
   * Starts a service on a given port and waits until it is ready.
   *
   * @param javaOptions additional Java options; with any, no AOT cache is used, since agents don't
   *     support it
   * @param heard receives each line of the service's output
   */
  public static ServiceProcess start(
      DataFolder folder,
      int port,
      Map<String, String> environment,
      List<String> javaOptions,
      Consumer<String> heard)
      throws IOException {
    List<String> command = Program.service(javaOptions, arguments(folder, port));
    return start(folder, environment, command, heard);
  }

  /** Starts a service from another jar, for example of another version. */
  public static ServiceProcess startFrom(
      Path jar,
      DataFolder folder,
      int port,
      Map<String, String> environment,
      Consumer<String> heard)
      throws IOException {
    return start(folder, environment, Program.service(jar, arguments(folder, port)), heard);
  }

  /** Runs a command of the service on its folder and returns its output. */
  public static String ask(DataFolder folder, String... words) throws IOException {
    var arguments = new ArrayList<>(List.of(words));
    arguments.addAll(List.of("--data", folder.path().toString()));
    Process process =
        new ProcessBuilder(Program.service(arguments)).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.onExit().join().exitValue() != 0) {
      throw new IOException(String.join(" ", words) + ": " + said);
    }
    return said;
  }

  /**
   * Returns a free port for a service that is restarted on it. Ephemeral ports are excluded, since
   * another process could get the port during a restart.
   */
  public static int freePort() throws IOException {
    for (int i = 0; i < TRIED_PORTS; i++) {
      int port = ThreadLocalRandom.current().nextInt(FIRST_PORT, END_OF_PORTS);
      try (var door = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
        return door.getLocalPort();
      } catch (BindException taken) {
        // the port is in use; try another one
      }
    }
    throw new IOException("of " + TRIED_PORTS + " ports, none was free");
  }

  /**
   * Starts a service that writes an AOT cache when {@link #end} stops it.
   *
   * @param cache file that doesn't exist yet
   */
  public static ServiceProcess startToLearnFrom(
      DataFolder folder, Map<String, String> environment, Path cache) throws IOException {
    return start(folder, environment, Program.serviceToLearnFrom(cache, arguments(folder, 0)));
  }

  /**
   * Starts another program that announces its readiness as the service does.
   *
   * @param main name of the class, and its arguments
   */
  public static ServiceProcess startInstead(DataFolder folder, List<String> main)
      throws IOException {
    return start(folder, Map.of(), Program.of(main));
  }

  /**
   * Returns the arguments of the service.
   *
   * @param port 0 for any port
   */
  private static List<String> arguments(DataFolder folder, int port) {
    return List.of("serve", "--port", Integer.toString(port), "--data", folder.path().toString());
  }

  private static ServiceProcess start(
      DataFolder folder, Map<String, String> environment, List<String> command) throws IOException {
    return start(folder, environment, command, _ -> {});
  }

  private static ServiceProcess start(
      DataFolder folder,
      Map<String, String> environment,
      List<String> command,
      Consumer<String> heard)
      throws IOException {
    var builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().putAll(environment);
    Process process = builder.start();
    try {
      var said = new Said();
      Thread.ofVirtual().name("service-output").start(() -> listen(process, said, heard));
      return new ServiceProcess(process, folder, await(said.ready()), said);
    } catch (IOException | RuntimeException failed) {
      process.destroyForcibly();
      throw failed;
    }
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

  /** Reads all output until the end, since a full pipe would block the service. */
  private static void listen(Process process, Said said, Consumer<String> heard) {
    var kept = new ArrayList<String>();
    try (Stream<String> lines = process.inputReader().lines()) {
      lines.forEach(line -> {
        said.hear(line);
        heard.accept(line);
        if (!said.ready().isDone() && kept.size() < LINES_KEPT) {
          kept.add(line);
        }
      });
    } catch (UncheckedIOException ended) {
      kept.add(ended.toString());
    }
    said.end(kept);
  }

  /** Returns the link for creating the dashboard's owner, which the first start prints. */
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

  /** Returns the processor time used so far by the service, its PostgreSQL, and this process. */
  public Usage usage() throws IOException {
    return new Usage(
        Proc.cpu(pid()),
        Proc.cpuOfThreads(pid(), "C[12] CompilerThre.*"),
        postgres()
            .map(process -> Proc.cpuWithEndedChildren(process.pid()))
            .reduce(Duration.ZERO, Duration::plus),
        Proc.cpu(ProcessHandle.current().pid()));
  }

  /** Returns the resident memory of the service and its PostgreSQL. */
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

  /** Returns all processes of the service's PostgreSQL, the first one at the front. */
  public Stream<ProcessHandle> postgres() throws IOException {
    return folder
        .findPostmaster()
        .map(first -> Stream.concat(Stream.of(first), first.descendants()))
        .orElse(Stream.empty());
  }

  /** Returns PostgreSQL's processes that serve connections. */
  public List<ProcessHandle> backends() throws IOException {
    return postgres(" 127.0.0.1(");
  }

  /** Returns PostgreSQL's processes whose title contains these words. */
  public List<ProcessHandle> postgres(String words) throws IOException {
    return postgres().filter(one -> DataFolder.title(one).contains(words)).toList();
  }

  /** Kills the service with SIGKILL. Its PostgreSQL runs until it notices that. */
  public void kill() {
    kill(List.of());
  }

  /** Kills the service and every process of its PostgreSQL with SIGKILL. */
  public void killWithPostgres() throws IOException {
    kill(postgres().toList());
  }

  /** Kills the service before its PostgreSQL, which thus has no time for an orderly shutdown. */
  private void kill(List<ProcessHandle> others) {
    process.destroyForcibly();
    others.forEach(ProcessHandle::destroyForcibly);
    process.onExit().join();
    Runtime.getRuntime().removeShutdownHook(endsWithUs);
  }

  /**
   * Waits for the service to end without a signal. Returns whether it has ended within the time.
   */
  public boolean hasEnded(Duration patience) {
    try {
      process.onExit().get(patience.toMillis(), TimeUnit.MILLISECONDS);
      Runtime.getRuntime().removeShutdownHook(endsWithUs);
      return true;
    } catch (TimeoutException | ExecutionException late) {
      return false;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Stops the service with SIGTERM, and kills it if that takes too long. */
  @Override
  public void close() {
    if (process.isAlive()) {
      var _ = end(STOP_LIMIT);
    } else {
      Runtime.getRuntime().removeShutdownHook(endsWithUs);
    }
  }

  /**
   * Stops the service with SIGTERM, and kills it after the given time.
   *
   * @return whether it ended within that time
   */
  public boolean end(Duration patience) {
    Runtime.getRuntime().removeShutdownHook(endsWithUs);
    return stop(patience);
  }

  private boolean stop(Duration patience) {
    process
        .toHandle()
        .destroy(); // Process.destroy() would close the output before the service's last lines
    try {
      process.onExit().get(patience.toMillis(), TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException | ExecutionException late) {
      killWithChildren();
    } catch (InterruptedException interrupted) {
      killWithChildren();
      Thread.currentThread().interrupt();
    }
    return false;
  }

  /**
   * Kills the process and its children. A JVM that writes an AOT cache does so in a child process.
   */
  private void killWithChildren() {
    List<ProcessHandle> children = process.descendants().toList();
    process.destroyForcibly().onExit().join();
    children.forEach(ProcessHandle::destroyForcibly);
  }

  /** Stops the service and deletes its folder when this process is terminated. */
  private void abandon() {
    var _ = stop(STOP_LIMIT);
    try {
      folder.close();
    } catch (IOException | UncheckedIOException failed) {
      System.err.println("Left behind: " + folder.path() + ": " + failed.getMessage());
    }
  }
}
