/**
 * What somebody has to look at: it is kept while it is so, counted in the metrics, and told by mail
 * to the owners and admins of the account when it begins.
 */
@org.jspecify.annotations.NullMarked
package florin.alert;
