package florin.dashboard.payments;

import florin.core.Id.PaymentId;
import florin.core.Money;
import florin.core.Page;
import florin.core.Page.Findings;
import florin.core.Refusal;
import florin.dashboard.list.CsvExport;
import florin.dashboard.list.CsvExport.Sheet;
import florin.dashboard.parts.DashboardRequest;
import florin.dashboard.parts.LocalPath;
import florin.dashboard.parts.NoteForms;
import florin.dashboard.parts.Response;
import florin.dashboard.parts.Response.Done;
import florin.dashboard.parts.Response.Raw;
import florin.idempotency.Result;
import florin.page.AmountText;
import florin.payment.FollowUps;
import florin.payment.Payments;
import florin.payment.machine.Failure;
import florin.payment.machine.OperationResult;
import florin.payment.machine.Payment;
import florin.payment.machine.Status;
import florin.team.AuditEntry.AuditOutcome;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** The actions on several payments that a person selected in the list. */
public final class SelectedPaymentPages {
  public static final String CAPTURE_PATH = "/dashboard/lists/payments/capture";
  public static final String EXPORT_PATH = "/dashboard/lists/payments/export";
  public static final String NOTE_PATH = "/dashboard/lists/payments/note";

  /** The most payments of one action. A form has at most 100 fields. */
  public static final int MOST = 50;

  /** The time after which no further capture begins, so that the browser gets a response. */
  static final Duration MAX_DURATION = Duration.ofSeconds(20);

  private final Payments payments;
  private final FollowUps followUps;
  private final NoteForms notes;
  private final CsvExport exports;
  private final InstantSource clock;

  public SelectedPaymentPages(
      Payments payments,
      FollowUps followUps,
      NoteForms notes,
      CsvExport exports,
      InstantSource clock) {
    this.payments = payments;
    this.followUps = followUps;
    this.notes = notes;
    this.exports = exports;
    this.clock = clock;
  }

  /** Captures the whole amount of each payment, like the form on its page. */
  public Response capture(DashboardRequest visit) {
    return withSelected(
        visit,
        selected -> {
          Instant end = clock.instant().plus(MAX_DURATION);
          var outcome = new CaptureOutcome();
          for (Payment payment : selected) {
            if (!Dialogs.canCapture(payment)) {
              outcome.others++;
            } else if (clock.instant().isAfter(end)) {
              outcome.untried++;
            } else {
              capture(visit, payment, outcome);
            }
          }
          if (!visit.isAudited()) {
            visit.noteFailure("none of " + counted(selected.size()) + " waited for capture");
          }
          return outcome.told(back(visit));
        });
  }

  private void capture(DashboardRequest visit, Payment payment, CaptureOutcome outcome) {
    Money amount = payment.state().amounts().capturable();
    visit.about(payment.id());
    visit.note(AmountText.of(amount));
    try {
      Result<OperationResult> result =
          followUps.capture(
              visit.realm(),
              payment.id(),
              visit.originOnce(" " + payment.id(), "capture " + payment.id() + " " + amount),
              OptionalLong.of(amount.minor()));
      OperationResult end = result.value();
      if (end.failure().isPresent() || result.wasRefused()) {
        failed(visit, outcome, end.failure().map(Failure::message).orElse("Nothing was changed."));
        return;
      }
      if (end.payment().status() == Status.PROCESSING) {
        outcome.pending++;
        visit.note(visit.detail() + PaymentPages.IN_PROGRESS);
      } else {
        outcome.captured++;
      }
      visit.appendEntry(AuditOutcome.DONE);
    } catch (Refusal refused) {
      failed(visit, outcome, refused.problem().message());
    }
  }

  private static void failed(DashboardRequest visit, CaptureOutcome outcome, String why) {
    outcome.failures.add(why);
    visit.note(visit.detail() + ": " + why);
    visit.appendEntry(AuditOutcome.REFUSED);
  }

  /** The results of several captures. */
  private static final class CaptureOutcome {
    private final List<String> failures = new ArrayList<>();
    private int captured;
    private int pending;
    private int others;
    private int untried;

    Done told(Done back) {
      var words = new StringBuilder();
      words.append(counted(captured)).append(" captured.");
      if (pending > 0) {
        words.append(" %d in progress.".formatted(pending));
      }
      if (!failures.isEmpty()) {
        words.append(" %d failed: %s".formatted(failures.size(), failures.getFirst()));
      }
      if (others > 0) {
        words.append(" %d didn't wait for capture.".formatted(others));
      }
      if (untried > 0) {
        words.append(
            " %d not tried, because it took too long. Select them again.".formatted(untried));
      }
      boolean isGood = failures.isEmpty() && untried == 0 && captured + pending > 0;
      return isGood ? back.saying(words.toString()) : back.warning(words.toString());
    }
  }

  private static String counted(int number) {
    return number == 1 ? "1 payment" : number + " payments";
  }

  /** Exports the selected payments as CSV, in the order of the list. */
  public Response export(DashboardRequest visit) {
    return withSelected(
        visit,
        selected -> {
          visit.note(counted(selected.size()));
          return exports.isBusy()
              ? back(visit).warning(CsvExport.BUSY)
              : new Raw(
                  exports.of(
                      new Sheet<Payment>(
                          "payments.csv",
                          PaymentListPages.FILE,
                          _ -> Findings.of(new Page<>(selected, false)),
                          payment -> payment.id().uuid()),
                      false));
        });
  }

  /** Adds the same note to each payment. */
  public Response note(DashboardRequest visit) {
    return withSelected(
        visit,
        selected -> {
          for (Payment payment : selected) {
            visit.about(payment.id());
            if (!notes.add(visit, payment.id())) {
              return back(visit)
                  .warning(
                      visit
                          .form()
                          .error(NoteForms.TEXT)
                          .map(why -> "Note: " + why)
                          .orElse("Enter a note."));
            }
          }
          return back(visit).saying("Note added to " + counted(selected.size()) + ".");
        });
  }

  private interface Action {
    Response of(List<Payment> selected);
  }

  private Response withSelected(DashboardRequest visit, Action action) {
    List<PaymentId> ids =
        visit.form().texts("payment").stream()
            .distinct()
            .flatMap(text -> PaymentId.KIND.parse(text).stream())
            .toList();
    if (ids.size() > MOST) {
      return back(visit).warning("Select at most " + MOST + " payments.");
    }
    List<Payment> selected =
        ids.stream().flatMap(id -> payments.find(visit.realm(), id).stream()).toList();
    return selected.isEmpty() ? back(visit).warning("Select payments first.") : action.of(selected);
  }

  private static Done back(DashboardRequest visit) {
    return Done.to(LocalPath.of(visit.form().text("back")).orElse(PaymentListPages.PATH));
  }
}
