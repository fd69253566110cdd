package florin.http;

/**
 * The traffic classes, by the loss that a rejected request causes. Each has its own budgets, so a
 * flood in one does not affect the others.
 */
public enum TrafficClass {
  /** Requests with an API key. A request counts here once its key is verified as a secret one. */
  KEYS,

  /** Requests with a publishable key, which is public: the pages of merchants. */
  BROWSERS,

  /** Payers on hosted pages, which they open with a link. */
  PAYERS,

  /** Provider webhooks. */
  PROVIDERS,

  /** Clients that sign in to the dashboard. */
  SIGN_IN,

  /** Clients that claim to be signed in. */
  DASHBOARD,

  /** Public content, and every request without a known path or a valid key. */
  EVERYBODY,

  /** The operator's requests, and CORS preflights. They need no permit. */
  OPERATORS
}
