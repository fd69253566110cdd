package florin.bench.simulate.world;

import florin.bench.simulate.fiber.Fibers;
import florin.bench.simulate.fiber.Life;
import florin.webhook.SimulatedDeliveries;
import florin.webhook.SimulatedSender.WorldReceiver;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The merchant's receiver. It verifies signatures with its own code, as the documentation
 * describes.
 */
final class WorldInbox implements WorldReceiver {
  private static final int LONGEST_WAY_MS = 200;
  private static final int OK = 200;
  private static final int FAILED = 500;

  private final Weather weather;
  private final WorldLog log;
  private final Map<String, String> bodies = new HashMap<>();
  private final List<String> unsigned = new ArrayList<>();
  private final Map<Life, Integer> busy = new HashMap<>();
  private final List<String> crowded = new ArrayList<>();

  WorldInbox(Weather weather, WorldLog log) {
    this.weather = weather;
    this.log = log;
  }

  @Override
  public OptionalInt post(byte[] body, Map<String, String> headers) {
    Life sender = Fibers.life();
    int underWay = busy.merge(sender, 1, Integer::sum);
    if (underWay > SimulatedDeliveries.PLACES) {
      crowded.add(sender + " makes " + underWay + " concurrent deliveries");
    }
    try {
      return taken(body, headers);
    } finally {
      busy.merge(sender, -1, Integer::sum);
    }
  }

  private OptionalInt taken(byte[] body, Map<String, String> headers) {
    Fibers.sleep(weather.upTo(LONGEST_WAY_MS));
    if (weather.draws(WorldFault.RECEIVER_FAILS)) {
      return OptionalInt.of(FAILED);
    }
    String id = headers.getOrDefault("webhook-id", "");
    log.say(id + " arrives");
    bodies.put(id, new String(body, StandardCharsets.UTF_8));
    if (!isSigned(body, headers.getOrDefault("service-signature", ""))) {
      unsigned.add(id);
    }
    Fibers.sleep(weather.upTo(LONGEST_WAY_MS));
    return weather.draws(WorldFault.RECEIVER_FAILS) ? OptionalInt.empty() : OptionalInt.of(OK);
  }

  /** Verifies `t=<unix>,v1=<hex>`: HMAC-SHA256 of `t.body` with the whole secret as its key. */
  private static boolean isSigned(byte[] body, String signature) {
    String[] parts = signature.split(",v1=");
    if (parts.length != 2 || !parts[0].startsWith("t=")) {
      return false;
    }
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(
          new SecretKeySpec(
              SimulatedDeliveries.SECRET.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
      mac.update((parts[0].substring("t=".length()) + ".").getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(mac.doFinal(body)).equals(parts[1]);
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /** Returns the latest body of each event, by the event's id. */
  Map<String, String> bodies() {
    return bodies;
  }

  List<String> unsigned() {
    return unsigned;
  }

  /** Describes where a node had more deliveries in flight than an endpoint permits. */
  List<String> crowded() {
    return crowded;
  }
}
