package florin;

import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

/** `./florin trigger`: has an event happen in test mode, by a real call. */
@Command(
    name = "trigger",
    description = "Have an event happen in test mode: a real payment or customer is made.")
final class TriggerCommand implements Callable<Integer> {
  private static final Pattern ID = Pattern.compile("\"((?:pay|cus)_[0-9a-z]{26})\"");
  private static final String CUSTOMERS = "/v2/customers";
  private static final String PAYMENTS = "/v2/payments";

  /** A call; `{id}` is the object that the first one has made. */
  private record Step(String method, String path, String body) {}

  /** What can be had, and how. */
  private enum Trigger {
    PAYMENT_CREATED,
    PAYMENT_SUCCEEDED,
    PAYMENT_FAILED,
    PAYMENT_PROCESSING,
    PAYMENT_UPDATED,
    CUSTOMER_CREATED,
    CUSTOMER_UPDATED,
    CUSTOMER_DELETED;

    List<Step> steps() {
      return switch (this) {
        case PAYMENT_CREATED, PAYMENT_SUCCEEDED -> List.of(pay("4242424242424242"));
        case PAYMENT_FAILED -> List.of(pay("4000000000000002"));
        case PAYMENT_PROCESSING -> List.of(pay("4000000000840027"));
        case PAYMENT_UPDATED ->
            List.of(
                pay("4242424242424242"),
                new Step("POST", PAYMENTS + "/{id}", "{\"description\": \"Triggered\"}"));
        case CUSTOMER_CREATED -> List.of(customer());
        case CUSTOMER_UPDATED ->
            List.of(customer(), new Step("POST", CUSTOMERS + "/{id}", "{\"name\": \"Jo\"}"));
        case CUSTOMER_DELETED -> List.of(customer(), new Step("DELETE", CUSTOMERS + "/{id}", ""));
      };
    }

    String type() {
      return name().toLowerCase(Locale.ROOT).replaceFirst("_", ".");
    }

    private static Step pay(String number) {
      return new Step(
          "POST",
          PAYMENTS,
          """
          {"amount": 1000, "currency": "usd", "description": "Triggered", "payment_method": {"type": "card",
            "card": {"number": "%s", "exp_month": 12, "exp_year": 2040, "cvc": "123"}}}\
          """
              .formatted(number));
    }

    private static Step customer() {
      return new Step("POST", CUSTOMERS, "{\"description\": \"Triggered\"}");
    }
  }

  /** By the type of the event. */
  private static final class OfType implements ITypeConverter<Trigger> {
    @Override
    public Trigger convert(String type) {
      var known = new ArrayList<String>();
      for (Trigger trigger : Trigger.values()) {
        if (trigger.type().equals(type)) {
          return trigger;
        }
        known.add(trigger.type());
      }
      throw new TypeConversionException("it can be one of " + String.join(", ", known));
    }
  }

  @Mixin private Asking asking = new Asking();

  @Parameters(
      paramLabel = "TYPE",
      converter = OfType.class,
      description = "Type of the event, for example payment.failed.")
  private Trigger trigger = Trigger.PAYMENT_SUCCEEDED;

  @Override
  public Integer call() throws IOException, InterruptedException {
    String id = "";
    try (var client = HttpClient.newHttpClient()) {
      for (Step step : trigger.steps()) {
        var body =
            step.body().isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(step.body());
        HttpResponse<String> answer =
            client.send(
                asking
                    .request(step.path().replace("{id}", id))
                    .header("Content-Type", "application/json")
                    .method(step.method(), body)
                    .build(),
                BodyHandlers.ofString());
        System.out.println(
            step.method() + " " + step.path().replace("{id}", id) + " → " + answer.statusCode());
        Matcher found = ID.matcher(answer.body());
        boolean refused = answer.statusCode() >= 400 && answer.statusCode() != 402;
        if (refused || !found.find()) {
          throw new ConfigException("Florin answers: " + answer.body());
        }
        id = found.group(1);
      }
    } catch (ConnectException nobody) {
      throw asking.nobodyAnswers();
    }
    System.out.println(trigger.type() + " is about " + id);
    return 0;
  }
}
