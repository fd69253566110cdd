package florin.sandbox;

import florin.account.Sandbox;
import florin.core.ErrorCode;
import florin.core.Id.SandboxId;
import florin.core.Page;
import florin.core.Realm;
import florin.http.Answer;
import florin.http.Call;
import florin.http.Cursor;
import florin.http.Exchange;
import florin.http.Format;
import florin.http.Params;
import florin.http.Range;
import florin.http.TextFormats;
import florin.idempotency.Result;
import florin.idempotency.ResultView;
import florin.sandbox.Sandboxes.Shown;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Supplier;

/** The endpoints of `/v2/sandboxes`. */
public final class SandboxApi {
  private static final Format<String> NAME = TextFormats.line(256);

  /** Seeds that JavaScript's numbers hold exactly. */
  private static final Format<Long> SEED = Format.integer(Range.of(0, (1L << 53) - 1));

  private final Sandboxes sandboxes;
  private final Supplier<SandboxRunner> runner;
  private final Runnable keysChanged;
  private final InstantSource real;

  /**
   * Creates the endpoints.
   *
   * @param keysChanged lets this node use the changed keys
   * @param real the real time
   */
  public SandboxApi(
      Sandboxes sandboxes,
      Supplier<SandboxRunner> runner,
      Runnable keysChanged,
      InstantSource real) {
    this.sandboxes = sandboxes;
    this.runner = runner;
    this.keysChanged = keysChanged;
    this.real = real;
  }

  /** The body of a creation. */
  public record CreateSandbox(String name, Optional<Long> seed) {}

  /** The path and body of an advance. */
  public record AdvanceSandbox(SandboxId id, Instant to) {}

  public static CreateSandbox readCreate(Exchange exchange) {
    Params body = Params.of(exchange.json());
    String name = body.required("name", NAME);
    if (body.has("name") && name.isBlank()) {
      body.error("name", ErrorCode.PARAMETER_INVALID, "must not be blank.");
    }
    Optional<Long> seed = body.optional("seed", SEED);
    return body.build(() -> new CreateSandbox(name, seed));
  }

  public Answer create(Call<CreateSandbox> call) {
    return ResultView.of(
        sandboxes.create(
            call.realm(), ResultView.origin(call), call.input().name(), call.input().seed()),
        made -> SandboxView.of(made));
  }

  public static SandboxId readId(Exchange exchange) {
    return exchange.pathId(SandboxId.KIND);
  }

  public Answer retrieve(Call<SandboxId> call) {
    return Answer.found(call.input(), sandboxes.find(call.realm(), call.input()), this::shown);
  }

  private SandboxView shown(Sandbox sandbox) {
    return SandboxView.of(sandbox, real.instant());
  }

  public static Cursor<SandboxId> readList(Exchange exchange) {
    Params query = Params.of(exchange.query());
    Cursor<SandboxId> cursor = Cursor.read(query, SandboxId.KIND);
    return query.build(() -> cursor);
  }

  public Answer list(Call<Cursor<SandboxId>> call) {
    Realm realm = call.realm();
    Page<Sandbox> page =
        sandboxes.list(realm, call.input().page(id -> sandboxes.find(realm, id).isPresent()));
    return Answer.list("/v2/sandboxes", page, this::shown);
  }

  public static AdvanceSandbox readAdvance(Exchange exchange) {
    SandboxId id = readId(exchange);
    Params body = Params.of(exchange.json());
    Instant to = body.required("to", Format.unixTime());
    return body.build(() -> new AdvanceSandbox(id, to));
  }

  public Answer advance(Call<AdvanceSandbox> call) {
    return ResultView.answer(
        sandboxes.advance(
            runner.get(),
            call.realm(),
            ResultView.origin(call),
            call.input().id(),
            call.input().to()),
        done -> Answer.json(200, SandboxView.text(done).getBytes(StandardCharsets.UTF_8)));
  }

  public Answer reset(Call<SandboxId> call) {
    Result<Shown> reset = sandboxes.reset(call.realm(), ResultView.origin(call), call.input());
    keysChanged.run();
    return ResultView.of(reset, SandboxView::of);
  }

  public Answer delete(Call<SandboxId> call) {
    Result<Sandbox> deleted = sandboxes.delete(call.realm(), ResultView.origin(call), call.input());
    keysChanged.run();
    return ResultView.of(deleted, SandboxView::deleted);
  }
}
