package florin.bench;

import florin.bench.load.HttpLoad;
import florin.bench.load.HttpLoad.Limits;
import florin.bench.load.PaymentRequests;
import florin.bench.load.Request;
import florin.bench.load.Tally;
import florin.bench.service.ServiceProcess;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/** Sends `GET` requests to randomly chosen paths. */
record GetScenario(String title, List<String> paths) implements Scenario {
  private static final long SEED = 11;

  GetScenario {
    paths = List.copyOf(paths);
  }

  @Override
  public Tally run(ServiceProcess service, Limits limits) throws IOException {
    var requests = new PaymentRequests(service.address(), service.folder().testKey());
    List<byte[]> all = paths.stream().map(requests::get).toList();
    var random = new SplittableRandom(SEED);
    return HttpLoad.run(
        service.address(), limits, () -> Optional.of(request(all.get(random.nextInt(all.size())))));
  }

  private static Request request(byte[] bytes) {
    return () -> bytes;
  }
}
