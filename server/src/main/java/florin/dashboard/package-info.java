/**
 * The pages for the people of an account, at `/dashboard`. They call the use cases that the API
 * calls, and have no power of their own: no page reads or writes a table.
 *
 * <p>{@link florin.dashboard.DashboardRoutes} is the table of all pages and forms: what each needs
 * the right to do, and who answers. {@link florin.dashboard.Entrance} is what every request passes:
 * over which way it came, who is signed in, whether a form was ours, whether the role may. A page
 * is a handler of a few lines that returns a {@link florin.dashboard.Response}, a record with what
 * the template shows, and the template; a form that was sent is answered by a redirection (303), so
 * that a page can always be loaded again.
 *
 * <p>Everything works without script. What scripts there are come from this jar, and the policy
 * lets nothing else run or load.
 */
@org.jspecify.annotations.NullMarked
package florin.dashboard;
