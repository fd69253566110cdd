/** Mail to an SMTP server: what is sent, and what became of it. */
@org.jspecify.annotations.NullMarked
package florin.mail;
