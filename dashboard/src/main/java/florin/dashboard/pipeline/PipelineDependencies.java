package florin.dashboard.pipeline;

import florin.team.TeamModule;
import java.net.URI;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.Optional;

/**
 * The dependencies of the dashboard's pipeline.
 *
 * @param baseUrl the operator's, if set
 */
public record PipelineDependencies(
    Optional<URI> baseUrl,
    TeamModule team,
    ObjectFinder objects,
    InstantSource clock,
    SecureRandom random) {
  public DashboardPipeline entrance(Assets assets, Navigation navigation) {
    return new DashboardPipeline(
        new PermittedOrigins(baseUrl),
        team.sessions(),
        team.devices(),
        new StepUp(team.signIn(), team.passkeys()),
        new Auditor(team.audit(), clock),
        new Rendering(assets, navigation, team.team(), objects),
        clock,
        random);
  }
}
