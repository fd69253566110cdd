-- The secret of an answer stood sealed in its text, and was found again by searching all texts for it, those of merchants' own words included.
ALTER TABLE idempotency
  ADD COLUMN sealed_secret text,
  ADD COLUMN secret_at integer,
  ADD CONSTRAINT idempotency_secret_has_its_place CHECK ((sealed_secret IS NULL) = (secret_at IS NULL));
COMMENT ON COLUMN idempotency.sealed_secret IS 'A secret that belongs into the answer, sealed for resource_id: key version, dot, base64.';
COMMENT ON COLUMN idempotency.secret_at IS 'Where in the body it belongs, in characters.';

-- The answers of the last day: a whole webhook endpoint whose last field is the sealed secret. In JSON a quote of somebody's own words is escaped.
UPDATE idempotency
   SET sealed_secret = substring(body FROM '"secret":"sealed:([0-9]+\.[A-Za-z0-9+/=]+)"\}$'),
       secret_at = length(substring(body FROM '^(.*"secret":")sealed:[0-9]+\.[A-Za-z0-9+/=]+"\}$')),
       body = substring(body FROM '^(.*"secret":")sealed:[0-9]+\.[A-Za-z0-9+/=]+"\}$') || '"}'
 WHERE body ~ '^\{"id":"we_[0-9a-z]{26}","object":"webhook_endpoint",.*,"livemode":(true|false),"secret":"sealed:[0-9]+\.[A-Za-z0-9+/=]+"\}$';

CREATE INDEX idempotency_sealed ON idempotency (realm_id, id) WHERE sealed_secret IS NOT NULL;
