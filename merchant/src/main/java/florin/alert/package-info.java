/**
 * Conditions that need a person. Each alert is stored while its condition holds, counted in the
 * metrics, and mailed to the account's owners and admins when it begins.
 */
@org.jspecify.annotations.NullMarked
package florin.alert;
