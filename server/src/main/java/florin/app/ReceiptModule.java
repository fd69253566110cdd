package florin.app;

import florin.account.Accounts;
import florin.api.Routes;
import florin.branding.Branding;
import florin.http.Endpoint;
import florin.receipt.ReceiptApi;
import florin.receipt.ReceiptMails;
import florin.receipt.ReceiptRepeats;
import java.util.List;

/** Receipts: their page and their mails. */
final class ReceiptModule implements FeatureModule {
  final ReceiptRepeats repeats;
  private final CoreServices core;
  private final Accounts accounts;
  private final PaymentModule payments;
  private final Branding branding;

  ReceiptModule(
      CoreServices core,
      RuntimeProfile profile,
      Accounts accounts,
      PaymentModule payments,
      Branding branding) {
    this.core = core;
    this.accounts = accounts;
    this.payments = payments;
    this.branding = branding;
    this.repeats = new ReceiptRepeats(core.db(), core.config().smtp().isPresent(), profile.clock());
  }

  @Override
  public void start() {
    core.config()
        .smtp()
        .ifPresent(smtp ->
            core.open(
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

  @Override
  public List<Endpoint> pages() {
    return Routes.receipts(
        new ReceiptApi(
            payments.receiptLinks, payments.payments, payments.refunds, accounts, branding));
  }
}
