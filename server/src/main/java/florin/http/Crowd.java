package florin.http;

/**
 * Those who ask, told apart by what they have to lose: each crowd has budgets of its own, so that a
 * flood from one leaves the others served.
 */
public enum Crowd {
  /** Whoever has an API key. A request counts here once its key is known to be a secret one. */
  KEYS,

  /** Whoever has a publishable key, which everybody may have: the pages of merchants. */
  BROWSERS,

  /** Payers on our pages, by a link. */
  PAYERS,

  /** Providers, who tell connectors of what happens there. */
  PROVIDERS,

  /** Who is about to sign in to the dashboard. */
  SIGN_IN,

  /** Who says to be signed in. */
  DASHBOARD,

  /** What is the same for everybody; and every request that names nothing or has no good key. */
  EVERYBODY,

  /** Whoever runs the service, and browsers that ask what they may ask. They need no permit. */
  OPERATORS
}
