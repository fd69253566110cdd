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

/** A `serve` in a process of its own: the same program, by the same Java options as ours. */
public final class ServiceProcess implements AutoCloseable {
  private static final Pattern READY = Pattern.compile("Florin is ready on http://(.+):([0-9]+)");
  private static final Pattern SETUP = Pattern.compile("http://\\S+/dashboard/setup/\\S+");
  private static final Duration START_LIMIT = Duration.ofMinutes(2);
  private static final Duration STOP_LIMIT = Duration.ofSeconds(50);
  private static final int LINES_KEPT = 200;

  /** Below those that Linux gives out by itself, from 32768 on. */
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
    return start(folder, environment, Program.service(arguments(folder, 0)));
  }

  /**
   * A life of a service on a port of its own choosing.
   *
   * @param javaOptions beside ours; with any, no cache is used, since an agent does not go with one
   * @param heard gets every line that it says
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

  /** The same of a service that was built elsewhere: of another version, say. */
  public static ServiceProcess startFrom(
      Path jar,
      DataFolder folder,
      int port,
      Map<String, String> environment,
      Consumer<String> heard)
      throws IOException {
    return start(folder, environment, Program.service(jar, arguments(folder, port)), heard);
  }

  /** Runs a command of the service on its folder; returns what it says. */
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
   * For a service that will be started on it again and again. Not one that the system gives to
   * whoever asks for any: it could be another's while the service is away.
   */
  public static int freePort() throws IOException {
    for (int i = 0; i < TRIED_PORTS; i++) {
      int port = ThreadLocalRandom.current().nextInt(FIRST_PORT, END_OF_PORTS);
      try (var door = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
        return door.getLocalPort();
      } catch (BindException taken) {
        // another one
      }
    }
    throw new IOException("of " + TRIED_PORTS + " ports none was free");
  }

  /**
   * A life of a service, and {@link #end} has it leave a cache of what it has loaded and learnt
   * till then.
   *
   * @param cache a file that is not there yet
   */
  public static ServiceProcess startToLearnFrom(
      DataFolder folder, Map<String, String> environment, Path cache) throws IOException {
    return start(folder, environment, Program.serviceToLearnFrom(cache, arguments(folder, 0)));
  }

  /**
   * Another program in the service's place, which says in the same words that it serves.
   *
   * @param main its class, and its arguments
   */
  public static ServiceProcess startInstead(DataFolder folder, List<String> main)
      throws IOException {
    return start(folder, Map.of(), Program.of(main));
  }

  /**
   * @param port 0 for any
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

  /** Reads all it says, to the end: a full pipe would stop it. */
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

  /** Every process of its PostgreSQL, the first one before the others. */
  public Stream<ProcessHandle> postgres() throws IOException {
    return folder
        .findPostmaster()
        .map(first -> Stream.concat(Stream.of(first), first.descendants()))
        .orElse(Stream.empty());
  }

  /** PostgreSQL's processes that serve connections. */
  public List<ProcessHandle> backends() throws IOException {
    return postgres(" 127.0.0.1(");
  }

  /** Those of which the title has these words. */
  public List<ProcessHandle> postgres(String words) throws IOException {
    return postgres().filter(one -> DataFolder.title(one).contains(words)).toList();
  }

  /** SIGKILL. Its PostgreSQL lives on until it webhooks. */
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

  /** Once it has ended by itself: nothing of it is to be stopped any more. */
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

  /** SIGTERM, and what that does not stop in time is killed. */
  @Override
  public void close() {
    if (process.isAlive()) {
      var _ = end(STOP_LIMIT);
    } else {
      Runtime.getRuntime().removeShutdownHook(endsWithUs);
    }
  }

  /**
   * The same, with another patience.
   *
   * @return whether it has ended by itself in that time
   */
  public boolean end(Duration patience) {
    Runtime.getRuntime().removeShutdownHook(endsWithUs);
    return stop(patience);
  }

  private boolean stop(Duration patience) {
    process.toHandle().destroy(); // Process.destroy() closes its output, and it has more to say
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

  /** A JVM that writes a cache has a second one do it. */
  private void killWithChildren() {
    List<ProcessHandle> children = process.descendants().toList();
    process.destroyForcibly().onExit().join();
    children.forEach(ProcessHandle::destroyForcibly);
  }

  /** We were told to end in the middle. */
  private void abandon() {
    var _ = stop(STOP_LIMIT);
    try {
      folder.close();
    } catch (IOException | UncheckedIOException failed) {
      System.err.println("Left behind: " + folder.path() + ": " + failed.getMessage());
    }
  }
}
