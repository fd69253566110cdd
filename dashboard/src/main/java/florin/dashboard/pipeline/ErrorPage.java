package florin.dashboard.pipeline;

import florin.core.ErrorCode;
import florin.core.Problem;
import florin.core.Refusal;
import florin.dashboard.parts.DashboardRequest.NotAllowed;
import florin.dashboard.parts.DeadLink;
import florin.dashboard.parts.Explanation;
import florin.dashboard.parts.Response.Page;
import florin.db.CommitUnknownException;
import florin.db.DatabaseUnavailableException;
import florin.http.Exchange;
import florin.http.Problems;
import florin.team.AuditEntry.AuditOutcome;
import florin.team.AuditLog.UnwrittenEntry;
import florin.team.Role;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The response to an exception.
 *
 * @param page replaces the requested page
 * @param detail for the audit log
 * @param words for the form's dialog
 * @param isInPlace whether to show it on the form's page if there is no dialog
 */
record ErrorPage(
    Page page, String detail, Optional<String> words, boolean isInPlace, AuditOutcome outcome) {
  private static final Logger LOG = LoggerFactory.getLogger(ErrorPage.class);

  private static final Problem DATABASE_AWAY =
      new Problem.Unavailable(
          ErrorCode.DATABASE_UNAVAILABLE, "The database is not responding.", Duration.ofSeconds(1));

  static ErrorPage of(RuntimeException thrown, Exchange exchange, Optional<Role> role) {
    String request = exchange.requestId().text();
    return switch (thrown) {
      case NotAllowed lacking -> {
        String words =
            lacking
                .words()
                .orElseGet(() -> Explanation.lacking(role.orElse(Role.VIEWER), lacking.act()));
        yield new ErrorPage(
            Explanation.notAllowed(words, request),
            "the role may not",
            Optional.of(words),
            false,
            AuditOutcome.REFUSED);
      }
      case DeadLink dead -> {
        exchange.log().put(ErrorCode.RESOURCE_MISSING);
        yield new ErrorPage(
            Explanation.deadLink(dead, request), "", Optional.empty(), false, AuditOutcome.REFUSED);
      }
      case UnwrittenEntry unwritten -> {
        LOG.error(
            "{}: {} {} was not begun", request, exchange.method(), exchange.template(), unwritten);
        exchange.log().put(ErrorCode.INTERNAL_ERROR);
        yield new ErrorPage(
            Explanation.unwritten(request),
            "",
            Optional.of(Explanation.UNWRITTEN),
            false,
            AuditOutcome.FAILED);
      }
      case Refusal refusal -> refused(refusal.problem(), exchange);
      case CommitUnknownException _, DatabaseUnavailableException _ -> {
        exchange.log().put(ErrorCode.DATABASE_UNAVAILABLE);
        yield new ErrorPage(
            Explanation.of(DATABASE_AWAY, request),
            "the database did not answer",
            Optional.empty(),
            false,
            AuditOutcome.FAILED);
      }
      default -> {
        LOG.error("{}: {} {} failed", request, exchange.method(), exchange.template(), thrown);
        exchange.log().put(ErrorCode.INTERNAL_ERROR);
        yield new ErrorPage(
            Explanation.broken(request), "", Optional.empty(), false, AuditOutcome.FAILED);
      }
    };
  }

  private static ErrorPage refused(Problem problem, Exchange exchange) {
    exchange.log().put(problem.code());
    Page page = Explanation.of(problem, exchange.requestId().text());
    int status = Problems.status(problem);
    return new ErrorPage(
        page,
        problem.code().text(),
        Optional.of(problem.message()).filter(_ -> status == 400 || status == 409),
        status == 400,
        AuditOutcome.REFUSED);
  }
}
