package florin.app;

import florin.account.Accounts;
import florin.api.Routes;
import florin.branding.Branding;
import florin.receipt.ReceiptApi;
import florin.receipt.ReceiptMails;
import florin.receipt.ReceiptRepeats;
import florin.receipt.Receipts;

/** Receipts: their page and their mails. */
final class ReceiptModule {
  final ReceiptRepeats repeats;
  final Receipts receipts;

  ReceiptModule(
      CoreServices core,
      RuntimeProfile profile,
      Accounts accounts,
      PaymentModule payments,
      Branding branding) {
    Parts parts = core.parts();
    this.repeats = new ReceiptRepeats(core.db(), core.config().smtp().isPresent(), profile.clock());
    this.receipts =
        new Receipts(
            core.db(),
            payments.receiptLinks,
            payments.payments,
            payments.refunds,
            accounts,
            branding);
    parts.addPages(Routes.receipts(new ReceiptApi(receipts)));
    core.config()
        .smtp()
        .ifPresent(smtp ->
            parts.addJob(() ->
                new ReceiptMails(
                    core.db(),
                    smtp,
                    receipts,
                    payments.payments,
                    payments.challengeLinks,
                    CheckoutModule.links(core, profile),
                    core.clock(),
                    core.clock())));
  }
}
