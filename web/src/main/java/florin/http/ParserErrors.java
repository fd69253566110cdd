package florin.http;

import florin.core.ErrorCode;
import florin.core.Id.RequestId;
import florin.core.IdSource;
import florin.core.Problem;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpHeaderValue;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;

/**
 * Responds in Florin's format to requests that never reach the {@link RequestHandler}: those that
 * Jetty's parser rejects, and those that arrive while the server stops. Jetty's own messages are
 * dropped, because they quote the request. An HTTP/1.1 connection ends with such a response. An
 * HTTP/2 connection could pile up unread responses, so its stream is reset instead.
 */
final class ParserErrors implements Request.Handler {
  private final IdSource ids;

  ParserErrors(IdSource ids) {
    this.ids = ids;
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    Exchange exchange = (Exchange) request.getAttribute(RequestHandler.EXCHANGE);
    RequestId id = exchange == null ? new RequestId(ids.next()) : exchange.requestId();
    int status =
        request.getAttribute(ErrorHandler.ERROR_EXCEPTION) instanceof HttpException refused
            ? refused.getCode()
            : response.getStatus();
    if (exchange == null && isHttp2(request) && status != HttpStatus.SERVICE_UNAVAILABLE_503) {
      new Abort(request).now(org.eclipse.jetty.http2.ErrorCode.PROTOCOL_ERROR);
      callback.failed(new Abort.ShedException("a stream that is not well-formed"));
      return true;
    }
    Answer answer = Problems.answer(problem(status), id);
    response.setStatus(answer.status());
    RequestHandler.putStandardHeaders(response.getHeaders(), id);
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, answer.contentType());
    answer.headers().forEach(h -> response.getHeaders().add(h.name(), h.value()));
    if (exchange == null || exchange.isHttp1()) {
      response.getHeaders().put(HttpHeader.CONNECTION, HttpHeaderValue.CLOSE);
    }
    response.write(true, ByteBuffer.wrap(answer.body()), callback);
    return true;
  }

  private static boolean isHttp2(Request request) {
    return request.getConnectionMetaData().getHttpVersion() == HttpVersion.HTTP_2;
  }

  private static Problem problem(int status) {
    return switch (status) {
      case HttpStatus.URI_TOO_LONG_414, HttpStatus.REQUEST_HEADER_FIELDS_TOO_LARGE_431 ->
          new Problem.Transport(
              ErrorCode.HEADERS_TOO_LARGE,
              "The request line and headers exceed 16 KiB, or there are more than 100 headers. Send fewer or shorter headers.");
      case HttpStatus.PAYLOAD_TOO_LARGE_413 ->
          new Problem.Transport(ErrorCode.REQUEST_TOO_LARGE, "The request body is too large.");
      case HttpStatus.SERVICE_UNAVAILABLE_503 ->
          new Problem.Unavailable(
              ErrorCode.OVERLOADED,
              "The server is stopping. Try again; this request was not processed.",
              Duration.ofSeconds(1));
      case HttpStatus.HTTP_VERSION_NOT_SUPPORTED_505, HttpStatus.UPGRADE_REQUIRED_426 ->
          new Problem.Transport(
              ErrorCode.BAD_REQUEST, "The service supports only HTTP/1.1 and HTTP/2.");
      case HttpStatus.EXPECTATION_FAILED_417 ->
          new Problem.Transport(ErrorCode.BAD_REQUEST, "The header Expect must be 100-continue.");
      default ->
          status >= 500
              ? new Problem.Internal("An internal error occurred. Try again.")
              : new Problem.Transport(
                  ErrorCode.BAD_REQUEST,
                  "The request line, a header or the body's framing violates HTTP (RFC 9112, RFC 9113). Send a valid request; nothing was executed.");
    };
  }
}
