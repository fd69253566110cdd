/** Outgoing mail over SMTP, and its results. */
@org.jspecify.annotations.NullMarked
package florin.mail;
