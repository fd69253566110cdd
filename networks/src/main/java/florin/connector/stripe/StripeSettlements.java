package florin.connector.stripe;

import florin.connector.Deadline;
import florin.connector.SettlementLine;
import florin.connector.SettlementListing;
import florin.connector.SettlementListing.ReportedPayout;
import florin.connector.remote.RemoteAnswer;
import florin.connector.remote.RemoteCursor;
import florin.connector.remote.RemoteObject;
import florin.connector.remote.RemoteRequest;
import florin.connector.remote.RemoteUnusableException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The reading of Stripe's balance transactions, payouts and disputes. A cycle has three parts:
 *
 * <ol>
 *   <li>the balance transactions, in windows of their creation from the oldest, because Stripe
 *       lists the newest first. The next cycle reads the last hour again.
 *   <li>the payouts of the last 30 days, whose status may change, and the transactions of each
 *       automatic payout, once it is reconciled.
 *   <li>the disputes since the last cycle, because an inquiry of a bank has no balance transaction.
 * </ol>
 *
 * <p>Each call reads one page. The cursor has the position.
 */
final class StripeSettlements {
  /** The version of the cursor. */
  private static final char VERSION = 'a';

  /** The most pages of one list. */
  static final int MAX_PAGES = 20_000;

  private static final Duration WINDOW = Duration.ofDays(7);
  private static final Duration OVERLAP = Duration.ofHours(1);
  private static final Duration MAY_CHANGE = Duration.ofDays(30);

  /** The size of a page of transactions, whose expanded sources are large. */
  private static final int PAGE = 50;

  /** A page that was too large is read again with this part of its size. */
  private static final int SMALLER = 10;

  private static final int PAYOUTS_PAGE = 20;

  /** The size of a page of disputes, of which each has up to 150,000 characters of evidence. */
  private static final int DISPUTES_PAGE = 10;

  /** The most payouts that the cursor lists as read, by the last characters of their ids. */
  private static final int MAX_READ = 250;

  private static final int SUFFIX = 12;

  private static final String SINCE = "since";
  private static final String FROM = "from";
  private static final String TO = "to";
  private static final String AFTER = "after";
  private static final String PAGES = "_pages";
  private static final String PAYOUTS_SINCE = "payouts_since";
  private static final String PAYOUTS_AFTER = "payouts_after";
  private static final String UNREAD = "unread";
  private static final String READ = "read";
  private static final String DISPUTES_SINCE = "disputes_since";
  private static final String DISPUTES_TO = "disputes_to";
  private static final String DISPUTES_AFTER = "disputes_after";

  /** The part of the cycle; missing in the first. */
  private static final String PART = "part";

  private static final String PAYOUTS = "payouts";

  /** The part in which no further page of payouts follows. */
  private static final String LAST = "last";

  private static final String DISPUTES = "disputes";

  private static final String REJECTED =
      "Stripe doesn't allow this key to read balance transactions and payouts (%s). Give the restricted key read access to Balance, Balance Transaction Sources, Charges, Disputes, PaymentIntents, Payouts and Refunds. Payments are not affected.";

  private static final Logger LOG = LoggerFactory.getLogger(StripeSettlements.class);

  private final StripeAccount account;

  StripeSettlements(StripeAccount account) {
    this.account = account;
  }

  private interface ListRequest {
    RemoteRequest of(int limit, Optional<String> after);
  }

  /**
   * A part of a list.
   *
   * @param more the position of the next part
   */
  private record Part(List<RemoteObject> objects, Optional<RemoteCursor> more) {}

  SettlementListing list(Instant since, Optional<String> after, Deadline deadline) {
    RemoteCursor read = RemoteCursor.read(VERSION, after);
    boolean isWhole =
        read.time(SINCE).isPresent()
            && read.time(FROM).isPresent()
            && read.time(PAYOUTS_SINCE).isPresent();
    RemoteCursor cursor =
        isWhole
            ? read
            : new RemoteCursor(VERSION, Map.of())
                .with(SINCE, since)
                .with(FROM, since)
                .with(PAYOUTS_SINCE, since);
    try {
      return switch (cursor.find(PART).orElse("")) {
        case "" -> transactions(cursor, deadline);
        case DISPUTES -> disputesIfReadable(cursor, deadline);
        default ->
            cursor.list(UNREAD).isEmpty() ? payouts(cursor, deadline) : payout(cursor, deadline);
      };
    } catch (RemoteUnusableException unusable) {
      return new SettlementListing.Unanswered(String.valueOf(unusable.getMessage()));
    }
  }

  /** Reads a page of the balance transactions of a window. */
  private SettlementListing transactions(RemoteCursor cursor, Deadline deadline)
      throws RemoteUnusableException {
    Instant now = account.exchanges().clock().instant();
    Instant from = cursor.time(FROM).orElseThrow();
    Instant end = cursor.time(TO).orElse(from.plus(WINDOW));
    Instant to = end.isAfter(now) ? now : end;
    Part part =
        send(
            cursor.with(TO, to),
            AFTER,
            PAGE,
            (limit, after) -> StripeBalance.transactions(from, to, limit, after),
            deadline);
    var payouts = new ArrayList<ReportedPayout>();
    List<SettlementLine> lines = lines(part.objects(), Optional.empty(), cursor, payouts);
    RemoteCursor next = part.more().orElseGet(() -> afterWindow(cursor, to, now));
    return new SettlementListing.Page(lines, payouts, next.text(), true);
  }

  /** Returns the next window, or the payouts once all transactions were read. */
  private static RemoteCursor afterWindow(RemoteCursor cursor, Instant to, Instant now) {
    RemoteCursor next = cursor.without(AFTER).without(AFTER + PAGES).without(TO);
    if (to.isBefore(now.minus(OVERLAP))) {
      return next.with(FROM, to);
    }
    Instant again = to.minus(OVERLAP);
    Instant since = cursor.time(SINCE).orElseThrow();
    return next.with(FROM, again.isBefore(since) ? since : again).with(PART, PAYOUTS);
  }

  /** Reads a page of the payouts. */
  private SettlementListing payouts(RemoteCursor cursor, Deadline deadline)
      throws RemoteUnusableException {
    Instant since = cursor.time(PAYOUTS_SINCE).orElseThrow();
    Part part =
        send(
            cursor,
            PAYOUTS_AFTER,
            PAYOUTS_PAGE,
            (limit, after) -> StripeBalance.payouts(since, limit, after),
            deadline);
    var payouts = new ArrayList<ReportedPayout>();
    var unread = new ArrayList<String>();
    for (RemoteObject object : part.objects()) {
      if (isUnknown(object)) {
        continue;
      }
      ReportedPayout payout = read(object, cursor);
      payouts.add(payout);
      if (isReconciled(object) && !payout.hasAllLines()) {
        unread.add(payout.reference());
      }
    }
    RemoteCursor next = part.more().orElseGet(() -> cursor.with(PART, LAST)).with(UNREAD, unread);
    return page(List.of(), payouts, unread.isEmpty() ? afterPayout(next) : next);
  }

  /** Returns whether Stripe reports which transactions the payout includes. */
  private static boolean isReconciled(RemoteObject payout) {
    return payout.is("automatic")
        && payout.text("reconciliation_status").equals(Optional.of("completed"));
  }

  /** Reads a page of the transactions of a payout, and after the last page the payout again. */
  private SettlementListing payout(RemoteCursor cursor, Deadline deadline)
      throws RemoteUnusableException {
    List<String> unread = cursor.list(UNREAD);
    String payout = unread.getFirst();
    Part part =
        send(
            cursor,
            AFTER,
            PAGE,
            (limit, after) -> StripeBalance.transactionsOf(payout, limit, after),
            deadline);
    var payouts = new ArrayList<ReportedPayout>();
    List<SettlementLine> lines = lines(part.objects(), Optional.of(payout), cursor, payouts);
    if (part.more().isPresent()) {
      return page(lines, payouts, part.more().get());
    }
    RemoteObject whole = send(StripeBalance.payout(payout), deadline);
    payouts.removeIf(it -> it.reference().equals(payout));
    payouts.add(StripeLines.payout(whole, true).orElseThrow(() -> unreadable(whole)));
    RemoteCursor next =
        cursor.without(AFTER).without(AFTER + PAGES).with(UNREAD, unread.subList(1, unread.size()));
    // Older payouts are not listed again.
    if (!created(whole).isBefore(changing())) {
      var read = new ArrayList<>(cursor.list(READ));
      read.add(suffix(payout));
      next = next.with(READ, read.subList(Math.max(0, read.size() - MAX_READ), read.size()));
    }
    return page(lines, payouts, next.list(UNREAD).isEmpty() ? afterPayout(next) : next);
  }

  private static Instant created(RemoteObject payout) {
    return Instant.ofEpochSecond(payout.number("created").orElse(0));
  }

  /** Returns the time from which payouts may change. */
  private Instant changing() {
    return account.exchanges().clock().instant().minus(MAY_CHANGE);
  }

  /** Returns the next page of payouts, or the disputes. */
  private RemoteCursor afterPayout(RemoteCursor cursor) {
    if (!cursor.find(PART).equals(Optional.of(LAST))) {
      return cursor;
    }
    Instant since = cursor.time(SINCE).orElseThrow();
    Instant changing = changing();
    return cursor
        .with(PART, DISPUTES)
        .without(PAYOUTS_AFTER)
        .without(PAYOUTS_AFTER + PAGES)
        .with(PAYOUTS_SINCE, changing.isBefore(since) ? since : changing);
  }

  /**
   * Reads disputes. A failure doesn't stop the ledger: the next cycle begins, and tries them again.
   */
  private SettlementListing disputesIfReadable(RemoteCursor cursor, Deadline deadline) {
    try {
      return disputes(cursor, deadline);
    } catch (RemoteUnusableException unusable) {
      LOG.warn("the disputes of a Stripe account can't be listed: {}", unusable.getMessage());
      return page(List.of(), List.of(), withoutDisputes(cursor));
    }
  }

  private static RemoteCursor withoutDisputes(RemoteCursor cursor) {
    return cursor
        .without(PART)
        .without(DISPUTES_AFTER)
        .without(DISPUTES_AFTER + PAGES)
        .without(DISPUTES_TO);
  }

  /** Reads a page of the disputes, and after the last page begins the next cycle. */
  private SettlementListing disputes(RemoteCursor cursor, Deadline deadline)
      throws RemoteUnusableException {
    Instant since = cursor.time(DISPUTES_SINCE).orElseGet(() -> cursor.time(SINCE).orElseThrow());
    Instant to = cursor.time(DISPUTES_TO).orElseGet(() -> account.exchanges().clock().instant());
    Part part =
        send(
            cursor.with(DISPUTES_TO, to),
            DISPUTES_AFTER,
            DISPUTES_PAGE,
            (limit, after) -> StripeDisputes.disputesSince(since, limit, after),
            deadline);
    Instant again = to.minus(OVERLAP);
    RemoteCursor next =
        part.more()
            .orElseGet(() ->
                withoutDisputes(cursor)
                    .with(DISPUTES_SINCE, again.isBefore(since) ? since : again));
    return new SettlementListing.Page(
        List.of(),
        List.of(),
        part.objects().stream().flatMap(it -> StripeLines.subject(it).stream()).toList(),
        next.text(),
        next.find(PART).isPresent());
  }

  private static SettlementListing page(
      List<SettlementLine> lines, List<ReportedPayout> payouts, RemoteCursor next) {
    return new SettlementListing.Page(lines, payouts, next.text(), next.find(PART).isPresent());
  }

  /** Reads transactions, and adds the payouts that are the source of one. */
  private static List<SettlementLine> lines(
      List<RemoteObject> transactions,
      Optional<String> payout,
      RemoteCursor cursor,
      List<ReportedPayout> payouts)
      throws RemoteUnusableException {
    var lines = new ArrayList<SettlementLine>();
    for (RemoteObject transaction : transactions) {
      if (!StripeLines.isOfPayments(transaction) || isUnknown(transaction)) {
        continue;
      }
      SettlementLine line =
          StripeLines.line(transaction, payout).orElseThrow(() -> unreadable(transaction));
      lines.add(line);
      if (StripeLines.isOfPayout(line.type())) {
        payouts.add(read(transaction.object("source").orElse(RemoteObject.EMPTY), cursor));
      }
    }
    return lines;
  }

  private static ReportedPayout read(RemoteObject payout, RemoteCursor cursor)
      throws RemoteUnusableException {
    boolean hasAllLines =
        payout.text("id").filter(id -> cursor.list(READ).contains(suffix(id))).isPresent();
    return StripeLines.payout(payout, hasAllLines).orElseThrow(() -> unreadable(payout));
  }

  /** Returns whether the object has a currency in which Florin can have no payment. */
  private static boolean isUnknown(RemoteObject object) {
    boolean isUnknown = object.text("currency").isPresent() && !StripeLines.isKnown(object);
    if (isUnknown) {
      LOG.error("Stripe reports {} in a currency that Florin doesn't support", object);
    }
    return isUnknown;
  }

  private static RemoteUnusableException unreadable(RemoteObject object) {
    return RemoteUnusableException.of("Stripe", object);
  }

  private static String suffix(String payout) {
    return payout.substring(Math.max(0, payout.length() - SUFFIX));
  }

  /**
   * Reads a part of a list. A part that is too large is read with fewer objects.
   *
   * @param position the field of the cursor with the last id
   */
  private Part send(
      RemoteCursor cursor, String position, int limit, ListRequest request, Deadline deadline)
      throws RemoteUnusableException {
    Optional<String> after = cursor.find(position);
    RemoteAnswer<StripeError> answer =
        account.line().sendOptional(request.of(limit, after), deadline);
    RemoteObject list =
        done(
            answer instanceof RemoteAnswer.Lost
                ? account.line().sendOptional(request.of(limit / SMALLER, after), deadline)
                : answer);
    List<RemoteObject> objects = list.objects("data");
    Optional<Boolean> hasMore = list.flag("has_more");
    if (hasMore.isEmpty() || objects.size() > limit) {
      throw new RemoteUnusableException("Stripe returned a list in a form unknown to Florin.");
    }
    if (!hasMore.get()) {
      return new Part(objects, Optional.empty());
    }
    String pages = position + PAGES;
    long read = cursor.number(pages).orElse(0L) + 1;
    Optional<String> last =
        objects.isEmpty()
            ? Optional.empty()
            : objects.getLast().text("id").filter(StripeLines::isId);
    boolean repeats =
        after.isPresent() && objects.stream().anyMatch(it -> it.text("id").equals(after));
    if (last.isEmpty() || repeats || read > MAX_PAGES) {
      throw new RemoteUnusableException("Stripe's list repeats itself or doesn't end.");
    }
    return new Part(objects, Optional.of(cursor.with(position, last).with(pages, read)));
  }

  private RemoteObject send(RemoteRequest request, Deadline deadline)
      throws RemoteUnusableException {
    return done(account.line().sendOptional(request, deadline));
  }

  private static RemoteObject done(RemoteAnswer<StripeError> answer)
      throws RemoteUnusableException {
    return RemoteUnusableException.done("Stripe", answer, REJECTED);
  }
}
