package florin.core;

/** What callers see as `Service-Version`, and receivers of events as `api_version`. */
public final class ApiVersion {
  public static final String CURRENT = "2.1";

  private ApiVersion() {}
}
