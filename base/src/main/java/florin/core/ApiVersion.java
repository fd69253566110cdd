package florin.core;

/** The API version in the header `Service-Version` and in the field `api_version` of events. */
public final class ApiVersion {
  public static final String CURRENT = "2.1";

  private ApiVersion() {}
}
