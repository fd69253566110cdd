package florin.cli;

import florin.app.CommandFailure;
import florin.config.ConfigException;
import florin.http.Json;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpResponse.BodySubscribers;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import javax.net.ssl.SSLException;

/** A client for the API of a running service. */
public final class RestClient implements AutoCloseable {
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  /** The maximum size of a response. */
  private static final int MAX_BYTES = 64 << 20;

  private static final int OK = 200;
  private static final int SEE_OTHER = 303;
  private static final int PAYMENT_FAILED = 402;

  private static final BodyHandler<String> TEXT =
      BodyHandlers.limiting(BodyHandlers.ofString(), MAX_BYTES);

  private final ServiceOptions options;
  private final Duration timeout;
  private final HttpClient client;

  RestClient(ServiceOptions options) {
    this(options, TIMEOUT);
  }

  /**
   * @param timeout the limit for a complete response, with its body
   */
  RestClient(ServiceOptions options, Duration timeout) {
    this.options = options;
    this.timeout = timeout;
    this.client = HttpClient.newBuilder().connectTimeout(timeout).build();
  }

  /** The response to a request that was executed: 200, or 402 for a payment that failed. */
  record RestReply(int status, String text) {
    Map<String, Object> body() {
      return Json.readObject(text);
    }
  }

  /**
   * Returns the body of a 200 response, unchanged.
   *
   * @throws CommandFailure with the service's message if it rejects the request, and with advice if
   *     no service responds
   */
  String get(String path) {
    return requireOk(send(options.request(path))).text();
  }

  /**
   * Sends a POST with an idempotency key and returns the body of a 200 response.
   *
   * @throws CommandFailure as {@link #get}
   */
  String post(String path, Map<String, Object> body, String idempotencyKey) {
    return requireOk(
            send(json(options.request(path), body).header("Idempotency-Key", idempotencyKey)))
        .text();
  }

  /**
   * Sends a POST.
   *
   * @throws CommandFailure as {@link #get}, except for status 402
   */
  RestReply post(String path, Map<String, Object> body) {
    return requireDone(send(json(options.request(path), body)));
  }

  /** Sends a file unchanged. */
  RestReply post(String path, Path file) {
    if (Files.isDirectory(file) || (Files.exists(file) && !Files.isReadable(file))) {
      throw new CommandFailure(
          "The file can't be read. Check its permissions. Nothing was imported.");
    }
    try {
      return requireOk(
          send(
              options
                  .request(path)
                  .header("Content-Type", "application/octet-stream")
                  .POST(BodyPublishers.ofFile(file))));
    } catch (FileNotFoundException _) {
      throw new CommandFailure("The file doesn't exist. Nothing was imported.");
    }
  }

  /** Submits a form as a payer's browser does. A redirect counts as success. */
  RestReply submit(String path, Map<String, Object> fields) {
    String form =
        fields.entrySet().stream()
            .map(field -> field.getKey() + "=" + encoded(String.valueOf(field.getValue())))
            .collect(Collectors.joining("&"));
    RestReply reply =
        send(
            options
                .request(path)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(form)));
    return reply.status() == SEE_OTHER ? reply : requireOk(reply);
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  RestReply delete(String path) {
    return requireDone(send(options.request(path).DELETE()));
  }

  /**
   * Opens a streamed body. The timeout covers the response headers and the body of an error, but
   * not the stream.
   *
   * @throws IOException if the connection breaks
   */
  InputStream open(String path, Map<String, String> headers)
      throws IOException, InterruptedException {
    HttpRequest.Builder request = options.request(path);
    headers.forEach(request::header);
    HttpResponse<StreamOrText> answer =
        exchange(
            request.build(),
            response ->
                response.statusCode() == OK
                    ? BodySubscribers.mapping(
                        BodySubscribers.ofInputStream(), body -> new StreamOrText(body, ""))
                    : BodySubscribers.mapping(
                        TEXT.apply(response),
                        text -> new StreamOrText(InputStream.nullInputStream(), text)));
    requireFlorin(answer);
    if (answer.statusCode() != OK) {
      throw refusal(new RestReply(answer.statusCode(), answer.body().text()));
    }
    return answer.body().stream();
  }

  /** The body of a response: a stream for status 200, and text otherwise. */
  private record StreamOrText(InputStream stream, String text) {}

  /**
   * Sends a request. The timeout of the HTTP client ends with the response headers; this one also
   * covers the body.
   */
  private <T> HttpResponse<T> exchange(HttpRequest request, BodyHandler<T> reader)
      throws IOException, InterruptedException {
    CompletableFuture<HttpResponse<T>> answer = client.sendAsync(request, reader);
    try {
      return answer.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException _) {
      answer.cancel(true);
      throw new HttpTimeoutException("no response in time");
    } catch (ExecutionException failed) {
      if (failed.getCause() instanceof IOException broken) {
        throw broken;
      }
      throw new IllegalStateException("asking " + options.url(), failed.getCause());
    }
  }

  /** Cancels requests in progress. */
  @Override
  public void close() {
    client.shutdownNow();
    client.close();
  }

  private static HttpRequest.Builder json(HttpRequest.Builder request, Map<String, Object> body) {
    return request
        .header("Content-Type", "application/json")
        .POST(BodyPublishers.ofByteArray(Json.bytes(body)));
  }

  private RestReply send(HttpRequest.Builder request) {
    try {
      HttpResponse<String> answer = exchange(request.build(), TEXT);
      requireFlorin(answer);
      return new RestReply(answer.statusCode(), answer.body());
    } catch (IOException failed) {
      throw failure(failed);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new CommandFailure("Interrupted while waiting for " + options.url() + ".");
    }
  }

  /**
   * Requires a response from Florin, because another server at this address might also return 200.
   */
  private void requireFlorin(HttpResponse<?> answer) {
    if (answer.headers().firstValue("Service-Version").isEmpty()) {
      throw new CommandFailure(
          "The server at "
              + options.url()
              + " is not Florin. Set the address with --url or --data.");
    }
  }

  /** Returns the failure for a request without a response. */
  CommandFailure failure(IOException failed) {
    return switch (failed) {
      case ConnectException _ -> options.noResponse();
      case HttpTimeoutException _ ->
          new CommandFailure(
              "%s didn't respond within %d seconds. The request may have been processed."
                  .formatted(options.url(), timeout.toSeconds()));
      case SSLException _ ->
          new CommandFailure(
              "The certificate of %s can't be trusted: %s. Set --url to the name in the certificate."
                  .formatted(options.url(), failed.getMessage()));
      default ->
          new CommandFailure(
              "The request to %s failed: %s. Check that Florin listens there."
                  .formatted(options.url(), failed.getMessage()));
    };
  }

  private static RestReply requireOk(RestReply reply) {
    if (reply.status() != OK) {
      throw refusal(reply);
    }
    return reply;
  }

  private static RestReply requireDone(RestReply reply) {
    return reply.status() == PAYMENT_FAILED ? reply : requireOk(reply);
  }

  /**
   * Returns the service's error message as an exception. An invalid parameter is a usage error of
   * the command.
   */
  private static RuntimeException refusal(RestReply reply) {
    if (reply.text().startsWith("{")
        && reply.body().get("error") instanceof Map<?, ?> error
        && error.get("message") instanceof String message) {
      return switch (String.valueOf(error.get("code"))) {
        case String code when code.startsWith("parameter_") || code.startsWith("amount_") ->
            new ConfigException(message);
        case String code when code.startsWith("api_key_") || code.equals("secret_key_required") ->
            new CommandFailure(
                message + " Set a secret key with --key, or the data folder with --data.");
        default -> new CommandFailure(message);
      };
    }
    return new CommandFailure("The service returned HTTP status " + reply.status() + ".");
  }
}
