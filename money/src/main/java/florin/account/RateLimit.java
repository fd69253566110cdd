package florin.account;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import florin.core.ErrorCode;
import florin.core.Problem;
import java.time.Duration;

/**
 * A token bucket for each key on this node: a number of requests a second, with a burst beyond.
 *
 * @param <K> the type of key: an API key, a client address
 * @see <a href="https://www.rfc-editor.org/rfc/rfc6585#section-4">RFC 6585, status 429</a>
 */
public final class RateLimit<K> {
  /** The most buckets in memory; a dropped one starts full again. */
  private static final int MAX_BUCKETS = 100_000;

  private final int perSecond;
  private final int burst;
  private final Cache<K, Bucket> buckets =
      Caffeine.newBuilder()
          .maximumSize(MAX_BUCKETS)
          .expireAfterAccess(Duration.ofMinutes(10))
          .build();

  public RateLimit(int perSecond, int burst) {
    if (perSecond < 1 || burst < perSecond) {
      throw new IllegalArgumentException(
          "a rate limit is at least 1/s with a burst no smaller: " + perSecond + "/" + burst);
    }
    this.perSecond = perSecond;
    this.burst = burst;
  }

  /**
   * The result of a request, and the state of its bucket.
   *
   * @param limit requests a second
   * @param remaining the requests that may follow immediately
   * @param reset the time until the bucket is full again
   * @param retryAfter the time until the next request would pass; zero if this one did
   */
  public record Quota(
      boolean allowed, int limit, int remaining, Duration reset, Duration retryAfter) {
    /**
     * Rejects the request, unless it is allowed.
     *
     * @param message what to do
     */
    public void require(String message) {
      if (!allowed) {
        throw new Problem.TooManyRequests(ErrorCode.RATE_LIMIT, message, retryAfter).refusal();
      }
    }
  }

  public Quota take(K key, long nanoTime) {
    return buckets.get(key, _ -> new Bucket(nanoTime)).take(nanoTime);
  }

  /** Returns a token that was taken. */
  public void giveBack(K key) {
    Bucket bucket = buckets.getIfPresent(key);
    if (bucket != null) {
      bucket.giveBack();
    }
  }

  private final class Bucket {
    private double tokens = burst;
    private long filledAt;

    Bucket(long nanoTime) {
      this.filledAt = nanoTime;
    }

    synchronized Quota take(long nanoTime) {
      double elapsed = Math.max(0, nanoTime - filledAt) / 1e9;
      tokens = Math.min(burst, tokens + elapsed * perSecond);
      filledAt = nanoTime;
      boolean allowed = tokens >= 1;
      if (allowed) {
        tokens -= 1;
      }
      return new Quota(
          allowed,
          perSecond,
          (int) tokens,
          seconds((burst - tokens) / perSecond),
          allowed ? Duration.ZERO : seconds((1 - tokens) / perSecond));
    }

    synchronized void giveBack() {
      tokens = Math.min(burst, tokens + 1);
    }

    private static Duration seconds(double seconds) {
      return Duration.ofNanos((long) (seconds * 1e9));
    }
  }
}
