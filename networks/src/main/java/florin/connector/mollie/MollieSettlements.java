package florin.connector.mollie;

import florin.connector.Deadline;
import florin.connector.OperationRef;
import florin.connector.SettlementLine;
import florin.connector.SettlementLine.Original;
import florin.connector.SettlementListing;
import florin.connector.SettlementListing.ReportedPayout;
import florin.connector.mollie.MollieLines.Movement;
import florin.connector.mollie.MollieLines.Signed;
import florin.connector.remote.RemoteAnswer;
import florin.connector.remote.RemoteCursor;
import florin.connector.remote.RemoteFacts;
import florin.connector.remote.RemoteLine;
import florin.connector.remote.RemoteObject;
import florin.connector.remote.RemoteRequest;
import florin.connector.remote.RemoteUnusableException;
import florin.core.Id;
import florin.core.Money;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The reading of the transactions of Mollie's primary balance, and of its settlements. A cycle has
 * these parts:
 *
 * <ol>
 *   <li>The <em>walk</em> reads the transactions from the newest to those of the last cycle, and
 *       one hour more. Mollie doesn't report which settlement includes a transaction. If the
 *       transactions between two transfers add up to the later one, the settlement consists of
 *       them: they are read again and reported with it.
 *   <li>The settlements of the last 30 days, whose status may change.
 * </ol>
 *
 * <p>Each call reads one page. The cursor has the position.
 */
final class MollieSettlements {
  /** The version of the cursor. */
  private static final char VERSION = 'a';

  /** The most pages of one list. */
  static final int MAX_PAGES = 20_000;

  static final int PAGE = 100;
  private static final int SETTLEMENTS_PAGE = 50;

  /** The most transactions of a page for which another object is read. */
  static final int MAX_LOOKUPS = 10;

  private static final Duration OVERLAP = Duration.ofHours(1);
  private static final Duration MAY_CHANGE = Duration.ofDays(30);

  /** The most settlements that the cursor lists as read, by the last characters of their ids. */
  private static final int MAX_READ = 250;

  private static final int SUFFIX = 12;

  private static final String SINCE = "since";

  /** The time before which transactions were read. */
  private static final String UNTIL = "until";

  /** The time of the newest transaction of the walk. */
  private static final String TOP = "top";

  private static final String BALANCE = "balance";
  private static final String FROM = "from";
  private static final String PAGES = "pages";

  /** The settlement of the last transfer that was read, its transaction, and the sum since. */
  private static final String PAYOUT = "payout";

  private static final String TRANSFER = "transfer";
  private static final String SUM = "sum";

  /** The transaction after the last one of the payout; missing at the end of the list. */
  private static final String END = "end";

  private static final String READ = "read";

  /** The part of the cycle; missing in the walk. */
  private static final String PART = "part";

  private static final String LINES = "lines";
  private static final String SETTLEMENTS = "settlements";

  private static final Pattern NEXT = Pattern.compile("[?&]from=([A-Za-z0-9_]{1,64})(?:&|$)");
  private static final String REJECTED =
      "Mollie doesn't allow the organization token to read the balance and the settlements (%s). In Mollie's dashboard, create a token with the permissions balances.read and settlements.read, and store it in the connector. Payments are not affected.";

  private static final Logger LOG = LoggerFactory.getLogger(MollieSettlements.class);

  private final MollieAccount account;
  private final RemoteLine<MollieError> organization;

  /**
   * Creates the reading.
   *
   * @param organization the connection with the organization token
   */
  MollieSettlements(MollieAccount account, RemoteLine<MollieError> organization) {
    this.account = account;
    this.organization = organization;
  }

  /** A page of a list. The first object is the one that was asked for. */
  private record Part(List<RemoteObject> objects, Optional<String> next) {}

  /** What is reported on the page that is being read. */
  private static final class Report {
    final List<SettlementLine> lines = new ArrayList<>();
    final List<ReportedPayout> payouts = new ArrayList<>();
    int lookups;

    SettlementListing page(RemoteCursor next, boolean hasMore) {
      return new SettlementListing.Page(lines, payouts, next.text(), hasMore);
    }
  }

  SettlementListing list(Instant since, Optional<String> after, Deadline deadline) {
    try {
      RemoteCursor cursor = RemoteCursor.read(VERSION, after);
      if (cursor.time(SINCE).isEmpty()
          || cursor.time(UNTIL).isEmpty()
          || cursor.find(BALANCE).isEmpty()) {
        cursor =
            new RemoteCursor(VERSION, Map.of())
                .with(SINCE, since)
                .with(UNTIL, since)
                .with(BALANCE, balance(deadline));
      }
      return switch (cursor.find(PART).orElse("")) {
        case LINES -> linesOfPayout(cursor, deadline);
        case SETTLEMENTS -> settlements(cursor, deadline);
        default -> walk(cursor, deadline);
      };
    } catch (RemoteUnusableException unusable) {
      return new SettlementListing.Unanswered(String.valueOf(unusable.getMessage()));
    }
  }

  /** Returns the id of the primary balance. */
  private String balance(Deadline deadline) throws RemoteUnusableException {
    RemoteObject found = read(MollieRequests.balance(account.live()), deadline);
    return Stream.concat(Stream.of(found), found.objects("_embedded", "balances").stream())
        .flatMap(balance -> balance.text("id").stream())
        .filter(MollieLines::isId)
        .findFirst()
        .orElseThrow(() -> unreadable(found));
  }

  /** Reads a page of the walk. */
  private SettlementListing walk(RemoteCursor cursor, Deadline deadline)
      throws RemoteUnusableException {
    Part part = transactions(cursor, deadline);
    Instant until = cursor.time(UNTIL).orElseThrow();
    var report = new Report();
    RemoteCursor state = cursor;
    for (RemoteObject object : part.objects()) {
      var movement = new Movement(object);
      Instant created = movement.created().orElseThrow(() -> unreadable(object));
      String id = movement.id().orElseThrow(() -> unreadable(object));
      state = state.find(TOP).isEmpty() ? state.with(TOP, created) : state;
      boolean isTransfer = movement.type() == SettlementLine.Type.PAYOUT;
      if (isTransfer && isWhole(state)) {
        return report.page(toLines(state).with(END, id), true);
      }
      state = isTransfer ? withoutPayout(state) : state;
      if (created.isBefore(until) && state.find(PAYOUT).isEmpty()) {
        return report.page(afterWalk(state), true);
      }
      if (isUnknown(object)) {
        continue;
      }
      if (isFull(report, movement)) {
        return report.page(counted(state).with(FROM, id), true);
      }
      report.lines.addAll(lines(movement, Optional.empty(), deadline));
      state = withMovement(state, movement, id);
      if (isTransfer) {
        String settlement = movement.settlement().orElseThrow();
        report.payouts.add(
            payout(
                read(MollieRequests.settlement(settlement), deadline), isRead(state, settlement)));
      }
    }
    if (part.next().isPresent()) {
      return report.page(counted(state).with(FROM, part.next()), true);
    }
    return report.page(isWhole(state) ? toLines(state) : afterWalk(withoutPayout(state)), true);
  }

  /** Returns whether the transactions since the last transfer add up to it. */
  private static boolean isWhole(RemoteCursor state) {
    return state.find(PAYOUT).isPresent() && state.number(SUM).equals(Optional.of(0L));
  }

  private static RemoteCursor toLines(RemoteCursor state) {
    return state
        .with(PART, LINES)
        .with(FROM, state.find(TRANSFER))
        .without(SUM)
        .without(PAGES)
        .without(END);
  }

  private static RemoteCursor withoutPayout(RemoteCursor state) {
    return state.without(PAYOUT).without(TRANSFER).without(SUM);
  }

  /** Adds the transaction to the sum, or begins a sum with a transfer. */
  private static RemoteCursor withMovement(RemoteCursor state, Movement movement, String id)
      throws RemoteUnusableException {
    long net =
        movement.result().map(Signed::minor).orElseThrow(() -> unreadable(movement.object()));
    if (movement.type() == SettlementLine.Type.PAYOUT) {
      String payout = movement.settlement().orElseThrow();
      return isRead(state, payout)
          ? state
          : state.with(PAYOUT, payout).with(TRANSFER, id).with(SUM, net);
    }
    // A payout that came back is no part of another payout.
    return movement.type() == SettlementLine.Type.PAYOUT_FAILURE
        ? withoutPayout(state)
        : state.number(SUM).map(sum -> state.with(SUM, Math.addExact(sum, net))).orElse(state);
  }

  private static RemoteCursor afterWalk(RemoteCursor state) {
    Instant since = state.time(SINCE).orElseThrow();
    Optional<Instant> until =
        state
            .time(TOP)
            .map(top -> top.minus(OVERLAP))
            .map(again -> again.isBefore(since) ? since : again);
    RemoteCursor next =
        withoutPayout(state).without(FROM).without(PAGES).without(TOP).with(PART, SETTLEMENTS);
    return until.map(time -> next.with(UNTIL, time)).orElse(next);
  }

  /** Reads a page of the transactions of a payout, and after the last one the payout again. */
  private SettlementListing linesOfPayout(RemoteCursor cursor, Deadline deadline)
      throws RemoteUnusableException {
    Part part = transactions(cursor, deadline);
    String payout = cursor.find(PAYOUT).orElse("");
    Optional<String> end = cursor.find(END);
    var report = new Report();
    boolean isOver = false;
    for (RemoteObject object : part.objects()) {
      var movement = new Movement(object);
      String id = movement.id().orElseThrow(() -> unreadable(object));
      isOver = end.equals(Optional.of(id));
      if (isOver) {
        break;
      }
      if (movement.type() == SettlementLine.Type.PAYOUT || isUnknown(object)) {
        continue;
      }
      if (isFull(report, movement)) {
        return report.page(counted(cursor).with(FROM, id), true);
      }
      report.lines.addAll(lines(movement, Optional.of(payout), deadline));
    }
    if (!isOver && part.next().isPresent()) {
      return report.page(counted(cursor).with(FROM, part.next()), true);
    }
    if (!isOver && end.isPresent()) {
      throw new RemoteUnusableException("Mollie's list of transactions has changed.");
    }
    RemoteCursor next =
        withoutPayout(cursor).with(FROM, end).without(END).without(PART).without(PAGES);
    RemoteObject settlement = read(MollieRequests.settlement(payout), deadline);
    report.payouts.add(payout(settlement, true));
    if (!isOld(settlement, cursor)) {
      var read = new ArrayList<>(cursor.list(READ));
      read.add(suffix(payout));
      next = next.with(READ, read.subList(Math.max(0, read.size() - MAX_READ), read.size()));
    }
    return report.page(end.isPresent() ? next : afterWalk(next), true);
  }

  /** Reads a page of the settlements. */
  private SettlementListing settlements(RemoteCursor cursor, Deadline deadline)
      throws RemoteUnusableException {
    Part part =
        part(
            cursor,
            MollieRequests.settlements(
                cursor.find(BALANCE).orElseThrow(), SETTLEMENTS_PAGE, cursor.find(FROM)),
            "settlements",
            SETTLEMENTS_PAGE,
            deadline);
    var report = new Report();
    boolean isOver = part.next().isEmpty();
    for (RemoteObject settlement : part.objects()) {
      boolean isOld = isOld(settlement, cursor);
      isOver |= isOld;
      // An open settlement still grows.
      if (!isOld && !settlement.text("status").equals(Optional.of("open"))) {
        report.payouts.add(payout(settlement, isRead(cursor, settlement.text("id").orElse(""))));
      }
    }
    return report.page(
        isOver
            ? cursor.without(PART).without(FROM).without(PAGES)
            : counted(cursor).with(FROM, part.next()),
        !isOver);
  }

  /** Returns whether the transaction needs another object, and the page has read enough of them. */
  private boolean isFull(Report report, Movement movement) {
    if (movement.type() == SettlementLine.Type.PAYOUT || isConverted(movement)) {
      report.lookups++;
    }
    return report.lookups > MAX_LOOKUPS;
  }

  private List<SettlementLine> lines(Movement movement, Optional<String> payout, Deadline deadline)
      throws RemoteUnusableException {
    Optional<Original> original =
        isConverted(movement) ? Optional.of(original(movement, deadline)) : Optional.empty();
    Optional<Id> subject =
        movement.isOfPayment()
            ? operation(movement, "refundId")
                .or(() -> operation(movement, "paymentId"))
                .map(OperationRef::id)
            : Optional.empty();
    List<SettlementLine> lines = MollieLines.lines(movement, subject, original, payout);
    if (lines.isEmpty()) {
      throw unreadable(movement.object());
    }
    return lines;
  }

  /** Returns Florin's operation that made the object at Mollie. */
  private Optional<OperationRef> operation(Movement movement, String name) {
    return movement.context(name).flatMap(account.exchanges().log()::find);
  }

  /** Returns whether the payment has another currency than the balance. */
  private boolean isConverted(Movement movement) {
    return movement.isOfPayment()
        && operation(movement, "paymentId")
            .flatMap(payment -> RemoteFacts.amount(account.exchanges().list(payment)))
            .filter(asked ->
                movement.result().filter(it -> !it.currency().equals(asked.currency())).isPresent())
            .isPresent();
  }

  /** Returns the amount before the conversion, which only the payment has. */
  private Original original(Movement movement, Deadline deadline) throws RemoteUnusableException {
    RemoteObject payment =
        RemoteUnusableException.done(
            "Mollie",
            account
                .line()
                .sendOptional(
                    MollieRequests.payment(movement.context("paymentId").orElse("")), deadline),
            "Mollie rejected the API key (%s).");
    Optional<Money> amount =
        switch (movement.type()) {
          case REFUND, REFUND_FAILURE -> part(payment, "refunds", movement.context("refundId"));
          case DISPUTE -> part(payment, "chargebacks", movement.context("chargebackId"));
          default ->
              movement.context("captureId").isPresent()
                  ? part(payment, "captures", movement.context("captureId"))
                  : MollieMoney.read("amount", payment);
        };
    Money found = amount.orElseThrow(() -> unreadable(payment));
    long sign = movement.result().map(Signed::minor).map(Long::signum).orElse(0);
    return new Original(found.currency(), sign * found.minor());
  }

  private static Optional<Money> part(RemoteObject payment, String what, Optional<String> id) {
    return new MolliePayment(payment)
        .list(what).stream()
            .filter(it -> id.isPresent() && it.text("id").equals(id))
            .findFirst()
            .flatMap(it -> MollieMoney.read("amount", it));
  }

  private static ReportedPayout payout(RemoteObject settlement, boolean hasAllLines)
      throws RemoteUnusableException {
    return MollieLines.payout(settlement, hasAllLines).orElseThrow(() -> unreadable(settlement));
  }

  /** Returns whether the settlement is not read again. */
  private boolean isOld(RemoteObject settlement, RemoteCursor cursor)
      throws RemoteUnusableException {
    Instant created =
        MolliePayment.time(settlement, "createdAt").orElseThrow(() -> unreadable(settlement));
    Instant changing = account.exchanges().clock().instant().minus(MAY_CHANGE);
    return created.isBefore(changing) || created.isBefore(cursor.time(SINCE).orElseThrow());
  }

  private static boolean isRead(RemoteCursor cursor, String payout) {
    return cursor.list(READ).contains(suffix(payout));
  }

  private static String suffix(String payout) {
    return payout.substring(Math.max(0, payout.length() - SUFFIX));
  }

  /** Returns whether the object has a currency in which Florin can have no payment. */
  private static boolean isUnknown(RemoteObject transaction) {
    RemoteObject amount = transaction.object("resultAmount").orElse(RemoteObject.EMPTY);
    boolean isUnknown =
        amount.text("currency").isPresent() && MollieLines.currency(amount).isEmpty();
    if (isUnknown) {
      LOG.error("Mollie reports {} in a currency that Florin doesn't support", transaction);
    }
    return isUnknown;
  }

  private Part transactions(RemoteCursor cursor, Deadline deadline) throws RemoteUnusableException {
    return part(
        cursor,
        MollieRequests.transactions(
            cursor.find(BALANCE).orElseThrow(), account.live(), PAGE, cursor.find(FROM)),
        "balance_transactions",
        PAGE,
        deadline);
  }

  /** Reads a page, which begins with the object that was asked for. */
  private Part part(
      RemoteCursor cursor, RemoteRequest request, String what, int limit, Deadline deadline)
      throws RemoteUnusableException {
    RemoteObject page = read(request, deadline);
    List<RemoteObject> objects = page.objects("_embedded", what);
    if (page.object("_embedded").isEmpty() || objects.size() > limit) {
      throw new RemoteUnusableException("Mollie returned a list in a form unknown to Florin.");
    }
    Optional<String> from = cursor.find(FROM);
    Matcher link = NEXT.matcher(page.text("_links", "next", "href").orElse(""));
    Optional<String> next = link.find() ? Optional.of(link.group(1)) : Optional.empty();
    boolean isAsked =
        from.isEmpty() || (!objects.isEmpty() && objects.getFirst().text("id").equals(from));
    boolean repeats =
        next.isPresent()
            && (objects.isEmpty() || objects.stream().anyMatch(it -> it.text("id").equals(next)));
    if (!isAsked || repeats || cursor.number(PAGES).orElse(0L) >= MAX_PAGES) {
      throw new RemoteUnusableException("Mollie's list repeats itself or doesn't end.");
    }
    return new Part(objects, next);
  }

  private static RemoteCursor counted(RemoteCursor cursor) {
    return cursor.with(PAGES, cursor.number(PAGES).orElse(0L) + 1);
  }

  private RemoteObject read(RemoteRequest request, Deadline deadline)
      throws RemoteUnusableException {
    return read(organization, request, deadline);
  }

  /** Returns the response to a request with the organization token. */
  static RemoteObject read(
      RemoteLine<MollieError> organization, RemoteRequest request, Deadline deadline)
      throws RemoteUnusableException {
    RemoteAnswer<MollieError> answer = organization.sendOptional(request, deadline);
    return RemoteUnusableException.done("Mollie", answer, REJECTED);
  }

  private static RemoteUnusableException unreadable(RemoteObject object) {
    return RemoteUnusableException.of("Mollie", object);
  }
}
