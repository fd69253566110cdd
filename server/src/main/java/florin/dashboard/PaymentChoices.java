package florin.dashboard;

import florin.connector.instance.Instances;
import florin.core.PageRequest;
import florin.instrument.Instrument;
import florin.payment.machine.Status;
import florin.team.Act;
import florin.vault.Brand;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * What can be chosen in the filters of the list of payments.
 *
 * @param connectors those of this account and mode, for whom may see them
 */
public record PaymentChoices(
    List<SelectOption> statuses,
    List<SelectOption> brands,
    List<SelectOption> types,
    List<SelectOption> connectors,
    List<SelectOption> reasons,
    List<SelectOption> needs) {
  /** What is looked for most stands first. */
  static final List<Status> STATUSES =
      List.of(
          Status.SUCCEEDED,
          Status.REQUIRES_CAPTURE,
          Status.REQUIRES_ACTION,
          Status.PROCESSING,
          Status.FAILED,
          Status.CANCELED);

  private static final List<SelectOption> STATUS_OPTIONS =
      STATUSES.stream()
          .map(status -> new SelectOption(status.text(), Pill.of(status.text()).words()))
          .toList();
  private static final List<SelectOption> BRANDS =
      Arrays.stream(Brand.values())
          .map(brand -> new SelectOption(brand.text(), brand(brand.text())))
          .toList();
  private static final List<SelectOption> TYPES =
      SelectOption.of(List.of(Instrument.Type.values()), Instrument.Type::text);
  private static final List<SelectOption> REASONS =
      DeclineText.codes().stream()
          .map(code -> new SelectOption(code, DeclineText.brief(code)))
          .sorted(Comparator.comparing(SelectOption::words))
          .toList();

  /** Of an account's, the newest; the address takes any. */
  private static final PageRequest CONNECTORS = PageRequest.first(PageRequest.MAX_LIMIT);

  /** For this visitor. What the address asks for is among them, even if nobody else offers it. */
  static PaymentChoices of(Visit visit, Instances connectors, PaymentQuery query) {
    List<SelectOption> ways =
        visit.may(Act.VIEW_CONNECTORS)
            ? connectors.list(visit.realm(), CONNECTORS).data().stream()
                .map(summary -> summary.instance())
                .map(it -> new SelectOption(it.id().text(), it.provider().name()))
                .toList()
            : List.of();
    return new PaymentChoices(
        STATUS_OPTIONS,
        with(BRANDS, query.form().text(PaymentQuery.BRAND)),
        TYPES,
        with(ways, query.form().text(PaymentQuery.CONNECTOR)),
        with(REASONS, query.form().text(PaymentQuery.REASON)),
        PaymentNeed.OPTIONS);
  }

  private static List<SelectOption> with(List<SelectOption> options, String asked) {
    if (asked.isEmpty() || options.stream().anyMatch(option -> option.value().equals(asked))) {
      return options;
    }
    var all = new ArrayList<>(options);
    all.add(new SelectOption(asked, CodeText.of(asked)));
    return List.copyOf(all);
  }

  /** The words of what is chosen; empty for nothing. */
  static String words(List<SelectOption> options, String value) {
    return options.stream()
        .filter(option -> option.value().equals(value))
        .map(SelectOption::words)
        .findFirst()
        .orElseGet(() -> ListForm.shortened(CodeText.of(value)));
  }

  /** A brand of cards, or else a type of payment methods. */
  static String brand(String code) {
    return switch (code) {
      case "amex" -> "American Express";
      case "diners" -> "Diners Club";
      case "jcb" -> "JCB";
      case "unionpay" -> "UnionPay";
      case "rupay" -> "RuPay";
      case "unknown" -> "Unknown brand";
      default -> CodeText.of(code);
    };
  }
}
