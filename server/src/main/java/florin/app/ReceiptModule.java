package florin.app;

import florin.account.Accounts;
import florin.api.Routes;
import florin.branding.Branding;
import florin.receipt.ReceiptApi;
import florin.receipt.ReceiptMails;
import florin.receipt.ReceiptRepeats;

/** Receipts: their page and their mails. */
final class ReceiptModule {
  final ReceiptRepeats repeats;

  ReceiptModule(
      CoreServices core,
      RuntimeProfile profile,
      Accounts accounts,
      PaymentModule payments,
      Branding branding) {
    Parts parts = core.parts();
    this.repeats = new ReceiptRepeats(core.db(), core.config().smtp().isPresent(), profile.clock());
    parts.addPages(
        Routes.receipts(
            new ReceiptApi(
                payments.receiptLinks, payments.payments, payments.refunds, accounts, branding)));
    core.config()
        .smtp()
        .ifPresent(smtp ->
            parts.addJob(() ->
                new ReceiptMails(
                    core.db(),
                    smtp,
                    payments.payments,
                    accounts,
                    payments.receiptLinks,
                    payments.challengeLinks,
                    core.clock(),
                    core.clock())));
  }
}
