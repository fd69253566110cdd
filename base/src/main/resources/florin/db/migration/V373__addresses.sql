-- Listed IPv6 addresses get the form of RFC 5952, in which Florin now compares and shows them.
UPDATE list_entry
   SET value = CASE WHEN position('/' IN value) > 0 THEN text(value::inet) ELSE host(value::inet) END
 WHERE kind = 'address'
   AND position(':' IN value) > 0;
UPDATE blocked_payment
   SET value = CASE WHEN position('/' IN value) > 0 THEN text(value::inet) ELSE host(value::inet) END
 WHERE kind = 'address'
   AND position(':' IN value) > 0;
