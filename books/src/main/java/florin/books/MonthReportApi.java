package florin.books;

import florin.books.MonthReport.AccountMonth;
import florin.books.MonthReport.Period;
import florin.books.ReportTable.FileFormat;
import florin.core.Currency;
import florin.core.Id.ReceivingAccountId;
import florin.core.IdSource;
import florin.core.Realm;
import florin.core.TimeZones;
import florin.http.Answer;
import florin.http.Call;
import florin.http.Exchange;
import florin.http.Params;
import florin.idempotency.Decision;
import florin.idempotency.IdempotentCommand;
import florin.idempotency.Origin;
import florin.idempotency.Result;
import florin.idempotency.ResultView;
import java.time.Instant;
import java.time.InstantSource;
import java.time.YearMonth;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** The endpoints of `/v2/balance_report`. */
public final class MonthReportApi {
  private final MonthReportStore reports;
  private final IdempotentCommand once;
  private final IdSource ids;
  private final InstantSource clock;

  public MonthReportApi(
      MonthReportStore reports, IdempotentCommand once, IdSource ids, InstantSource clock) {
    this.reports = reports;
    this.once = once;
    this.ids = ids;
    this.clock = clock;
  }

  /**
   * The report of a month as the API shows it, field by field.
   *
   * @param complete false until the reports of all enabled connectors were read until the end of
   *     the month, and while movements from before the ledger are being added
   */
  record ReportView(
      String object,
      String month,
      String timeZone,
      Instant from,
      Instant until,
      boolean complete,
      Optional<Instant> closedAt,
      List<AccountView> accounts,
      boolean livemode) {}

  record AccountView(
      Currency currency,
      String account,
      Optional<String> connector,
      Optional<ReceivingAccountId> receivingAccount,
      long opening,
      long adjustments,
      long debits,
      long credits,
      long closing) {
    private static AccountView of(AccountMonth account) {
      Optional<String> party = Optional.of(account.party()).filter(text -> !text.isEmpty());
      boolean isBank = account.role() == Chart.BANK;
      return new AccountView(
          account.currency(),
          account.role().text(),
          party.filter(_ -> !isBank),
          party.filter(_ -> isBank).map(UUID::fromString).map(ReceivingAccountId::new),
          account.opening(),
          account.adjustment(),
          account.debits(),
          account.credits(),
          account.closing());
    }
  }

  /**
   * The query of a report.
   *
   * @param file the format that the caller accepts; empty for JSON
   */
  public record WantedReport(YearMonth month, Optional<FileFormat> file) {
    Answer answer(Supplier<ReportTable> table, Supplier<Object> view) {
      return file.map(format -> MonthReportApi.file(table.get(), format))
          .orElseGet(() -> Answer.json(200, view.get()));
    }
  }

  public static WantedReport read(Exchange exchange) {
    Params query = Params.of(exchange.query());
    YearMonth month = query.required("month", BalanceApi.MONTH);
    return query.build(() -> new WantedReport(month, accepted(exchange)));
  }

  /** Returns the format of a file that a request accepts; empty for JSON. */
  private static Optional<FileFormat> accepted(Exchange exchange) {
    String accepted = exchange.header("Accept").orElse("");
    return Stream.of(FileFormat.values())
        .filter(format -> accepted.contains(format.mediaType()))
        .findFirst();
  }

  /** Returns a report as a file. */
  public static Answer file(ReportTable table, FileFormat format) {
    String type = format.mediaType() + (format == FileFormat.CSV ? "; charset=utf-8" : "");
    return Answer.of(200, type, table.bytes(format))
        .with("Content-Disposition", "attachment; filename=\"" + table.fileName(format) + "\"");
  }

  /** The body of `POST /v2/balance_report/close`. */
  public record CloseMonth(YearMonth month) {}

  public static CloseMonth readClose(Exchange exchange) {
    Params body = Params.of(exchange.json());
    YearMonth month = body.required("month", BalanceApi.MONTH);
    return body.build(() -> new CloseMonth(month));
  }

  public Answer retrieve(Call<WantedReport> call) {
    MonthReport report = reports.report(call.realm(), call.input().month());
    return call.input()
        .answer(() -> ReportTables.balance(report), () -> view(call.realm(), report));
  }

  /** Closing again changes nothing, so the idempotency record may be a commit of its own. */
  public Answer close(Call<CloseMonth> call) {
    Realm realm = call.realm();
    Origin origin = ResultView.origin(call);
    Result<ReportView> result =
        once.<ReportView>findReplay(realm, origin)
            .orElseGet(() -> {
              ReportView closed =
                  view(
                      realm,
                      reports.close(realm, call.input().month(), clock.instant(), _ -> true));
              return once.run(
                  realm,
                  origin,
                  () -> Decision.untold(ids.next(), closed, List.of(), Function.identity()));
            });
    return ResultView.of(result, Function.identity());
  }

  private static ReportView view(Realm realm, MonthReport report) {
    Period period = report.period();
    return new ReportView(
        "balance_report",
        period.month().toString(),
        TimeZones.name(period.zone()),
        period.from(),
        period.until(),
        period.isComplete(),
        period.closed(),
        report.accounts().stream().map(AccountView::of).toList(),
        realm.isLive());
  }
}
