-- Spreads a database that Florin has made over the workers of Citus, each realm on one of them. Tried, not supported in production: see
-- See docs/operations/citus.md. All nodes of Florin are stopped while this runs. To be run with psql on the coordinator, as the owner of the
-- tables, after the workers were added; a second run does what the first one left:
--
--   psql -f operating/citus.sql "$FLORIN_DATABASE_URL"

\set ON_ERROR_STOP on
SET client_min_messages = warning;
-- Our triggers write rows of the same realm alone, which the same worker has.
SET citus.enable_unsafe_triggers = on;

-- Every worker has these whole: they say of which realm something is, or are few and for all realms.
SELECT format('SELECT create_reference_table(%L)', name)
  FROM unnest(ARRAY[
         'account',
         'realm',
         'api_key',
         'app_user',
         'connector',
         'receiving_account',
         'projection'
       ]) WITH ORDINALITY AS t (name, place)
 WHERE NOT EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = name::regclass AND partmethod = 'n' AND repmodel = 't')
 ORDER BY place
\gexec

-- One refers to the other, and they cannot go in one step.
ALTER TABLE outgoing_transfer DROP CONSTRAINT IF EXISTS outgoing_transfer_order_exists;

-- Each realm's rows on one worker, all tables side by side; those that others refer to first.
SELECT format('SELECT create_distributed_table(%L, ''realm_id'', colocate_with => %L)', name, CASE place WHEN 1 THEN 'none' ELSE 'customer' END)
  FROM unnest(ARRAY[
         'customer',
         'webhook_endpoint',
         'payment_link',
         'payment_file',
         'alert',
         'attempt',
         'bank_entry',
         'bank_file',
         'unapplied_funds',
         'bank_match',
         'payment_file_transfer',
         'bank_position',
         'bank_statement',
         'bank_transfer',
         'checkout_session',
         'connector_exchange',
         'provider_webhook',
         'counted_refund',
         'customer_word',
         'daily_count',
         'delivery',
         'delivery_attempt',
         'endpoint_hour',
         'event',
         'figure',
         'idempotency',
         'note',
         'outgoing_transfer',
         'payment',
         'payment_email',
         'payment_method',
         'payment_status',
         'projection_of_realm',
         'receipt_mail',
         'refund',
         'request_log',
         'restore_review',
         'saved_view',
         'unknown_object'
       ]) WITH ORDINALITY AS t (name, place)
 WHERE NOT EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = name::regclass AND partmethod = 'h')
 ORDER BY place
\gexec

ALTER TABLE outgoing_transfer ADD CONSTRAINT outgoing_transfer_order_exists FOREIGN KEY (realm_id, order_id) REFERENCES payment_file (realm_id, id);

-- An event's position is the transaction that wrote it, on the worker that has it: the default would be the coordinator's. Only now, or the trigger would
-- take every event that is brought to a worker for a new one.
CREATE OR REPLACE FUNCTION event_position() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.position := pg_current_xact_id();
  RETURN NEW;
END
$$;
CREATE OR REPLACE TRIGGER event_position BEFORE INSERT ON event FOR EACH ROW EXECUTE FUNCTION event_position();
CREATE INDEX IF NOT EXISTS event_of_realm_by_position ON event (realm_id, position, id);

-- What was written before counts on from the beginning of every worker: first what the figures hold, then what is still to come. Nothing of it is left after the first run.
-- All of it or nothing: after the first of the three alone, a second run would take what is still to come for what the figures hold.
BEGIN;
UPDATE event e
   SET position = CASE WHEN (e.position, e.id) <= (p.position, p.event_id) THEN '3'::xid8 ELSE '4'::xid8 END
  FROM projection p;
INSERT INTO projection_of_realm (realm_id, name, position, event_id, moved_at)
SELECT r.id, p.name, '3', 'ffffffff-ffff-ffff-ffff-ffffffffffff', now()
  FROM realm r
 CROSS JOIN projection p;
DELETE FROM projection;
COMMIT;

-- Stays where it is, on the coordinator: simulator_operation, the book of the network of test mode, whose key knows no realm.

SELECT count(*) FILTER (WHERE partmethod = 'h') AS distributed, count(*) FILTER (WHERE partmethod = 'n' AND repmodel = 't') AS reference FROM pg_dist_partition;
