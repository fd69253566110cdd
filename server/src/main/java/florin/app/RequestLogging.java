package florin.app;

import florin.core.Caller;
import florin.core.ErrorCode;
import florin.core.Realm;
import florin.http.AnsweredRequest;
import florin.http.IdText;
import florin.http.RequestContent;
import florin.report.LoggedRequest;
import florin.report.LoggedRequest.LoggedError;
import florin.report.LoggedRequest.Traits;
import florin.report.RequestLog;
import java.util.Arrays;
import java.util.Optional;

/**
 * Converts each request to its log entry, after its response was sent, so that no client waits. Its
 * content is released when this returns.
 */
final class RequestLogging implements AnsweredRequest.Listener {
  private final RequestLog log;

  RequestLogging(RequestLog log) {
    this.log = log;
  }

  @Override
  public void answered(AnsweredRequest request, RequestContent content) {
    if (request.caller().isPresent()) {
      log.offer(logged(request, content, request.caller().get()));
    } else if (request.route().startsWith("/v2/")) {
      log.offerKeyless();
    }
  }

  private LoggedRequest logged(AnsweredRequest request, RequestContent content, Caller caller) {
    Realm realm = caller.realm();
    return new LoggedRequest(
        realm,
        request.request(),
        request.received(),
        request.method(),
        request.route(),
        request.path(),
        request.status(),
        request.duration(),
        caller.key(),
        request.error().map(code -> error(code, content)),
        request.address(),
        traits(request, content, realm),
        log.keepsFields(realm) ? content.fields(LoggedFields.LIST) : Optional.empty());
  }

  private Traits traits(AnsweredRequest request, RequestContent content, Realm realm) {
    Optional<String> object = pathId(request).or(content::answeredId);
    return new Traits(
        object,
        content.id("payment", "customer").filter(named -> !object.equals(Optional.of(named))),
        content.idempotencyKey().map(key -> log.mark(realm, key)));
  }

  private static Optional<String> pathId(AnsweredRequest request) {
    return request.path().equals(request.route())
        ? Optional.empty()
        : Arrays.stream(request.path().split("/")).filter(IdText::is).findFirst();
  }

  private static LoggedError error(ErrorCode code, RequestContent content) {
    return content
        .error()
        .map(said ->
            new LoggedError(
                code.text(),
                said.param().flatMap(LoggedFields.LIST::ours),
                LoggedFields.LIST.message(said.message(), said.param())))
        .orElseGet(() -> LoggedError.of(code.text()));
  }
}
