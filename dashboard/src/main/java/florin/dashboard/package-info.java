/**
 * The dashboard for the members of an account, at `/dashboard`. Its pages call the same use cases
 * as the API. No page accesses a table.
 *
 * <p>{@link florin.dashboard.DashboardRoutes} lists all pages and forms with their permissions and
 * handlers. {@link florin.dashboard.pipeline.DashboardPipeline} checks every request: the
 * connection, the session, the form's origin and the role. A handler returns a {@link
 * florin.dashboard.parts.Response}: usually a template and a record with its data. A submitted form
 * ends with a redirect (303), so that every page can be reloaded.
 *
 * <p>Each package uses only those before it in this order: `parts`, `pipeline` and `list`; `entry`,
 * `requests`, `webhooks`, `payments`, `customers`, `checkout`, `bank`, `connectors`, `people`,
 * `settings`; `home`; and the table of routes.
 *
 * <p>Everything works without scripts. All scripts come from this jar, and the content security
 * policy blocks others.
 */
@org.jspecify.annotations.NullMarked
package florin.dashboard;
