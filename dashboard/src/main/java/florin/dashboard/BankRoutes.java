package florin.dashboard;

import static florin.dashboard.pipeline.DashboardRoute.Password.ALWAYS;
import static florin.dashboard.pipeline.DashboardRoute.Password.IN_LIVE_MODE;
import static florin.dashboard.pipeline.DashboardRoute.get;
import static florin.dashboard.pipeline.DashboardRoute.post;

import florin.dashboard.bank.BankAccountPage;
import florin.dashboard.bank.BankAccountPages;
import florin.dashboard.bank.BankPages;
import florin.dashboard.bank.EntryExport;
import florin.dashboard.bank.HoldingListPages;
import florin.dashboard.bank.StatementListPages;
import florin.dashboard.bank.StatementPages;
import florin.dashboard.payments.TransferPages;
import florin.dashboard.pipeline.DashboardRoute;
import florin.team.Act;
import java.util.List;

/** The pages of bank transfers: the lists, and the pages of their rows. */
public record BankRoutes(
    HoldingListPages receipts,
    HoldingListPages credits,
    StatementListPages lists,
    BankPages holdings,
    StatementPages statements,
    EntryExport entries,
    BankAccountPage account,
    TransferPages transfers) {
  public List<DashboardRoute> table() {
    return List.of(
        get(HoldingListPages.UNMATCHED.path(), Act.VIEW_PAYMENTS, receipts::show),
        get(HoldingListPages.UNMATCHED.csvPath(), Act.EXPORT_PAYMENTS, receipts::export)
            .audited("unmatched_transfer.export"),
        get(HoldingListPages.CREDITS.path(), Act.VIEW_PAYMENTS, credits::show),
        get(HoldingListPages.CREDITS.csvPath(), Act.EXPORT_PAYMENTS, credits::export)
            .audited("customer_credit.export"),
        get(StatementPages.PATH, Act.VIEW_PAYMENTS, lists::show),
        get(StatementListPages.LIST.csvPath(), Act.EXPORT_PAYMENTS, lists::export)
            .audited("bank_statement.export"),
        get(EntryExport.PATH, Act.EXPORT_PAYMENTS, entries::export).audited("bank_entry.export"),
        get(StatementPages.UPLOAD, Act.UPLOAD_STATEMENTS, statements::showUpload),
        post(
                StatementPages.UPLOAD,
                Act.UPLOAD_STATEMENTS,
                "bank_statement.upload",
                statements::upload)
            .withPassword(IN_LIVE_MODE)
            .withFile(StatementPages.MAX_BYTES),
        get("/dashboard/bank/statements/{id}", Act.VIEW_PAYMENTS, statements::show),
        get(BankAccountPages.PATH + "/{id}", Act.VIEW_BANKS, account::show),
        get(BankAccountPages.PATH + "/{id}/edit", Act.MANAGE_BANKS, account::showEdit),
        post(
                BankAccountPages.PATH + "/{id}/edit",
                Act.MANAGE_BANKS,
                "receiving_account.update",
                account::edit)
            .auditedInCommit()
            .withPassword(ALWAYS),
        post(
            "/dashboard/payments/{id}/transfer",
            Act.MAKE_TEST_PAYMENT,
            "bank_transfer.simulate",
            transfers::simulate));
  }
}
