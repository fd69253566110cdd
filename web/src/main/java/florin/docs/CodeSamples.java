package florin.docs;

import florin.docs.OperationText.Code;
import florin.docs.OperationText.Language;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Writes one request in the languages of the API reference, as HTML. */
public final class CodeSamples {
  /** The key in samples, which the page replaces with the reader's own. */
  static final String KEY = "sk_test_…";

  static final String API = "/v2/";
  private static final String JSON = "application/json";

  /** In the order of {@link #of}. */
  private static final List<Language> LANGUAGES =
      List.of(
          new Language("curl", "curl"),
          new Language("node", "Node"),
          new Language("python", "Python"),
          new Language("php", "PHP"),
          new Language("java", "Java"),
          new Language("go", "Go"));

  /** A panel; its class names the language. */
  static final String PANEL =
      """
      <div class="panel in-%s"><p>Request <span>%s</span></p><pre tabindex="0"><code>%s</code></pre></div>
      """;

  private CodeSamples() {}

  /**
   * A request.
   *
   * @param keyed whether it needs an API key
   * @param idempotencyKey empty for a request without one
   * @param file the name of the file that is the body; empty for another body or none
   */
  public record SampleRequest(
      String method,
      String url,
      boolean keyed,
      Optional<String> idempotencyKey,
      Optional<Object> json,
      Optional<Upload> file) {}

  /** A file that is the body of a request. */
  public record Upload(String name, String contentType) {}

  private record Header(String name, String value) {}

  static List<Code> of(SampleRequest call) {
    return of(call, curl(call));
  }

  /**
   * Returns a request in each language.
   *
   * @param curl the request as a command, which stays as it is written
   * @param key the beginning of the keys of this mode, for example `sk_live_`
   */
  public static List<Code> of(SampleRequest call, String curl, String key) {
    return of(call, Html.escaped(curl)).stream()
        .map(code -> new Code(code.language(), code.html().replace(KEY, Html.escaped(key) + "…")))
        .toList();
  }

  /**
   * Returns the panels of a request, as HTML.
   *
   * @param curl the request as a command, which stays as it is written
   */
  static String panels(SampleRequest call, String curl) {
    return of(call, Html.escaped(curl)).stream()
        .map(code -> PANEL.formatted(code.language().id(), code.language().name(), code.html()))
        .collect(Collectors.joining());
  }

  private static List<Code> of(SampleRequest call, String curl) {
    var codes = List.of(curl, node(call), python(call), php(call), java(call), go(call));
    return IntStream.range(0, codes.size())
        .mapToObj(i -> new Code(LANGUAGES.get(i), codes.get(i)))
        .toList();
  }

  /** Returns the languages that a page offers: none if it has no sample. */
  static List<Language> languages(String html) {
    return html.contains("class=\"panel in-") ? LANGUAGES : List.of();
  }

  private static List<Header> headers(SampleRequest call) {
    var headers = new ArrayList<Header>();
    if (call.keyed()) {
      headers.add(new Header("Authorization", "Bearer " + KEY));
    }
    call.idempotencyKey().ifPresent(key -> headers.add(new Header("Idempotency-Key", key)));
    if (call.json().isPresent()) {
      headers.add(new Header("Content-Type", JSON));
    }
    call.file().ifPresent(file -> headers.add(new Header("Content-Type", file.contentType())));
    return headers;
  }

  /**
   * Returns an idempotency key for each kind of request, because a key that another request used is
   * rejected.
   */
  static String idempotencyKey(String method, String url) {
    String names =
        Stream.of(url.substring(url.indexOf(API) + API.length()).split("/"))
            .filter(segment -> segment.matches("[a-z_]+"))
            .collect(Collectors.joining("-"));
    return "order-6735-" + (method.equals("PATCH") ? "update-" : "") + names;
  }

  private static String curl(SampleRequest call) {
    boolean hasBody = call.json().isPresent() || call.file().isPresent();
    var lines = new StringBuilder("curl ");
    if (!call.method().equals("GET") && !(call.method().equals("POST") && hasBody)) {
      lines.append("-X ").append(call.method()).append(' ');
    }
    lines.append(Html.escaped(call.url()));
    for (Header header : headers(call)) {
      lines.append(
          header.name().equals("Authorization")
              ? " \\\n  -u " + KEY + ":"
              : " \\\n  -H " + quoted("'", header.name() + ": " + header.value()));
    }
    call.json()
        .ifPresent(body ->
            lines.append(" \\\n  -d '").append(json(body, "  ").replace("'", "'\\''")).append("'"));
    call.file().ifPresent(file -> lines.append(" \\\n  --data-binary @").append(file.name()));
    return lines.toString();
  }

  private static String node(SampleRequest call) {
    var code = new StringBuilder();
    call.file().ifPresent(_ -> code.append("import { readFile } from 'node:fs/promises';\n\n"));
    code.append("const response = await fetch(").append(quoted("'", call.url()));
    boolean isBare = call.method().equals("GET") && headers(call).isEmpty();
    if (!isBare) {
      code.append(", {\n");
      if (!call.method().equals("GET")) {
        code.append("  method: ").append(quoted("'", call.method())).append(",\n");
      }
      code.append("  headers: {\n");
      headers(call)
          .forEach(header ->
              code.append("    ")
                  .append(header.name().contains("-") ? quoted("'", header.name()) : header.name())
                  .append(": ")
                  .append(quoted("'", header.value()))
                  .append(",\n"));
      code.append("  },\n");
      call.json()
          .ifPresent(body ->
              code.append("  body: JSON.stringify(").append(json(body, "  ")).append("),\n"));
      call.file()
          .ifPresent(file ->
              code.append("  body: await readFile(")
                  .append(quoted("'", file.name()))
                  .append("),\n"));
      code.append("}");
    }
    return code.append(");\nconst result = await response.json();").toString();
  }

  private static String python(SampleRequest call) {
    var code = new StringBuilder("import requests\n\nresponse = requests.");
    code.append(call.method().toLowerCase(Locale.ROOT)).append("(\n    ");
    code.append(quoted("\"", call.url())).append(",\n");
    List<Header> headers =
        headers(call).stream()
            .filter(header -> !header.name().equals("Authorization"))
            .filter(header -> !header.value().equals(JSON))
            .toList();
    if (call.keyed()) {
      code.append("    auth=(").append(quoted("\"", KEY)).append(", \"\"),\n");
    }
    if (!headers.isEmpty()) {
      code.append("    headers={");
      for (int i = 0; i < headers.size(); i++) {
        code.append(i == 0 ? "" : ", ")
            .append(quoted("\"", headers.get(i).name()))
            .append(": ")
            .append(quoted("\"", headers.get(i).value()));
      }
      code.append("},\n");
    }
    call.json()
        .ifPresent(body ->
            code.append("    json=")
                .append(
                    json(body, "    ")
                        .replace("<b>true</b>", "<b>True</b>")
                        .replace("<b>false</b>", "<b>False</b>")
                        .replace("<b>null</b>", "<b>None</b>"))
                .append(",\n"));
    call.file()
        .ifPresent(file ->
            code.append("    data=open(").append(quoted("\"", file.name())).append(", \"rb\"),\n"));
    return code.append(")\nresult = response.json()").toString();
  }

  private static String php(SampleRequest call) {
    var code = new StringBuilder("$request = curl_init(");
    code.append(quoted("'", call.url())).append(");\ncurl_setopt_array($request, [\n");
    if (!call.method().equals("GET")) {
      code.append("  CURLOPT_CUSTOMREQUEST =&gt; ")
          .append(quoted("'", call.method()))
          .append(",\n");
    }
    code.append("  CURLOPT_RETURNTRANSFER =&gt; true,\n");
    if (!headers(call).isEmpty()) {
      code.append("  CURLOPT_HTTPHEADER =&gt; [\n");
      headers(call)
          .forEach(header ->
              code.append("    ")
                  .append(quoted("'", header.name() + ": " + header.value()))
                  .append(",\n"));
      code.append("  ],\n");
    }
    call.json()
        .ifPresent(body ->
            code.append("  CURLOPT_POSTFIELDS =&gt; '")
                .append(json(body, "  ").replace("'", "\\'"))
                .append("',\n"));
    call.file()
        .ifPresent(file ->
            code.append("  CURLOPT_POSTFIELDS =&gt; file_get_contents(")
                .append(quoted("'", file.name()))
                .append("),\n"));
    return code.append("]);\n$result = json_decode(curl_exec($request));").toString();
  }

  private static String java(SampleRequest call) {
    var code = new StringBuilder("var request = HttpRequest.newBuilder(\n        URI.create(");
    code.append(quoted("\"", call.url())).append("))\n");
    headers(call)
        .forEach(header ->
            code.append("    .header(")
                .append(quoted("\"", header.name()))
                .append(", ")
                .append(quoted("\"", header.value()))
                .append(")\n"));
    code.append("    .method(").append(quoted("\"", call.method())).append(", ");
    code.append(
        call.json()
            .map(body ->
                "BodyPublishers.ofString(\"\"\"\n        "
                    + json(body, "        ").replace("\\", "\\\\")
                    + "\"\"\")")
            .or(() ->
                call.file()
                    .map(file ->
                        "BodyPublishers.ofFile(Path.of(" + quoted("\"", file.name()) + "))"))
            .orElse("BodyPublishers.noBody()"));
    return code.append(
            """
            )
                .build();
            var response = HttpClient.newHttpClient()
                .send(request, BodyHandlers.ofString());\
            """)
        .toString();
  }

  private static String go(SampleRequest call) {
    String body = call.json().isPresent() ? "body" : call.file().isPresent() ? "file" : "nil";
    var code = new StringBuilder();
    call.json()
        .ifPresent(value ->
            code.append("body := strings.NewReader(`").append(json(value, "")).append("`)\n"));
    call.file()
        .ifPresent(file ->
            code.append("file, _ := os.Open(").append(quoted("\"", file.name())).append(")\n"));
    code.append("request, _ := http.NewRequest(").append(quoted("\"", call.method()));
    code.append(", ").append(quoted("\"", call.url())).append(", ").append(body).append(")\n");
    headers(call)
        .forEach(header ->
            code.append("request.Header.Set(")
                .append(quoted("\"", header.name()))
                .append(", ")
                .append(quoted("\"", header.value()))
                .append(")\n"));
    return code.append("response, err := http.DefaultClient.Do(request)").toString();
  }

  private static String json(@Nullable Object value, String indent) {
    return JsonMarkup.within(value, indent);
  }

  private static String quoted(String quote, String text) {
    return "<i>" + Html.escaped(quote + text + quote) + "</i>";
  }
}
