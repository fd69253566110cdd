package florin.dashboard;

import static florin.dashboard.pipeline.DashboardRoute.Password.ALWAYS;
import static florin.dashboard.pipeline.DashboardRoute.Password.IN_LIVE_MODE;
import static florin.dashboard.pipeline.DashboardRoute.get;
import static florin.dashboard.pipeline.DashboardRoute.post;

import florin.dashboard.bank.BankAccountPage;
import florin.dashboard.bank.BankAccountPages;
import florin.dashboard.bank.BankPages;
import florin.dashboard.bank.EntryExport;
import florin.dashboard.bank.StatementListPages;
import florin.dashboard.bank.StatementPages;
import florin.dashboard.bank.TodoPage;
import florin.dashboard.bank.UnappliedFundsListPages;
import florin.dashboard.payments.TransferPages;
import florin.dashboard.pipeline.DashboardRoute;
import florin.team.Permission;
import java.util.List;

/** The pages of bank transfers: the lists, and the pages of their rows. */
public record BankRoutes(
    TodoPage todo,
    UnappliedFundsListPages receipts,
    UnappliedFundsListPages credits,
    StatementListPages lists,
    BankPages holdings,
    StatementPages statements,
    EntryExport entries,
    BankAccountPage account,
    TransferPages transfers) {
  public List<DashboardRoute> table() {
    return List.of(
        get(TodoPage.PATH, Permission.VIEW_PAYMENTS, todo::show),
        get(UnappliedFundsListPages.UNMATCHED.path(), Permission.VIEW_PAYMENTS, receipts::show),
        get(
                UnappliedFundsListPages.UNMATCHED.csvPath(),
                Permission.EXPORT_PAYMENTS,
                receipts::export)
            .audited("unmatched_transfer.export"),
        get(UnappliedFundsListPages.CREDITS.path(), Permission.VIEW_PAYMENTS, credits::show),
        get(UnappliedFundsListPages.CREDITS.csvPath(), Permission.EXPORT_PAYMENTS, credits::export)
            .audited("customer_credit.export"),
        get(StatementPages.PATH, Permission.VIEW_PAYMENTS, lists::show),
        get(StatementListPages.LIST.csvPath(), Permission.EXPORT_PAYMENTS, lists::export)
            .audited("bank_statement.export"),
        get(EntryExport.PATH, Permission.EXPORT_PAYMENTS, entries::export)
            .audited("bank_entry.export"),
        get(StatementPages.UPLOAD, Permission.UPLOAD_STATEMENTS, statements::showUpload),
        post(
                StatementPages.UPLOAD,
                Permission.UPLOAD_STATEMENTS,
                "bank_statement.upload",
                statements::upload)
            .withPassword(IN_LIVE_MODE)
            .withFile(StatementPages.MAX_BYTES),
        get("/dashboard/bank/statements/{id}", Permission.VIEW_PAYMENTS, statements::show),
        get(BankAccountPages.PATH + "/{id}", Permission.VIEW_BANKS, account::show),
        get(BankAccountPages.PATH + "/{id}/edit", Permission.MANAGE_BANKS, account::showEdit),
        post(
                BankAccountPages.PATH + "/{id}/edit",
                Permission.MANAGE_BANKS,
                "receiving_account.update",
                account::edit)
            .auditedInCommit()
            .withPassword(ALWAYS),
        post(
            "/dashboard/payments/{id}/transfer",
            Permission.MAKE_TEST_PAYMENT,
            "bank_transfer.simulate",
            transfers::simulate));
  }
}
