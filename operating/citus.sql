-- Distributes a Florin database over the workers of Citus, with each realm on one worker. Florin
-- does not support this in production: see docs/operations/citus.md.
--
-- Add the workers and stop all nodes of Florin before you run this script. Run it with psql on the
-- coordinator, as the owner of the tables. If it fails, run it again: it continues with the rest.
--
--   psql -f operating/citus.sql "$FLORIN_DATABASE_URL"

\set ON_ERROR_STOP on
SET client_min_messages = warning;
-- The triggers of Florin write only rows of the same realm, which are on the same worker.
SET citus.enable_unsafe_triggers = on;

-- Reference tables, which every worker has in full: they map objects to realms, or are small and
-- global.
SELECT format('SELECT create_reference_table(%L)', name)
  FROM unnest(ARRAY[
         'account',
         'realm',
         'api_key',
         'sandbox',
         'abandoned_realm',
         'app_user',
         'connector',
         'receiving_account',
         'projection'
       ]) WITH ORDINALITY AS t (name, place)
 WHERE NOT EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = name::regclass AND partmethod = 'n' AND repmodel = 't')
 ORDER BY place
\gexec

-- The foreign key between these two tables prevents their distribution. The script adds it again
-- below.
ALTER TABLE outgoing_transfer DROP CONSTRAINT IF EXISTS outgoing_transfer_order_exists;

-- Distributed tables, with all rows of a realm on one worker. Referenced tables come first.
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
         'brake',
         'brake_count',
         'list_entry',
         'blocked_payment',
         'browser_try',
         'card_retry',
         'checkout_session',
         'connector_exchange',
         'provider_webhook',
         'counted_refund',
         'customer_word',
         'delivery',
         'delivery_attempt',
         'dispute',
         'dispute_evidence',
         'dispute_file',
         'endpoint_hour',
         'event',
         'fee_contract',
         'figure',
         'idempotency',
         'key_daily_use',
         'ledger_backlog',
         'ledger_balance',
         'ledger_booking',
         'ledger_closing',
         'ledger_closing_account',
         'ledger_fact',
         'ledger_transfer',
         'mandate',
         'missing_settlement',
         'note',
         'outgoing_transfer',
         'payment',
         'payment_email',
         'payment_method',
         'payment_status',
         'payout',
         'payout_arrival',
         'payout_line',
         'projection_of_realm',
         'receipt_mail',
         'refund',
         'refund_request',
         'request_log',
         'restore_review',
         'saved_view',
         'settlement',
         'settlement_line',
         'settlement_position',
         'unknown_object'
       ]) WITH ORDINALITY AS t (name, place)
 WHERE NOT EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = name::regclass AND partmethod = 'h')
 ORDER BY place
\gexec

ALTER TABLE outgoing_transfer ADD CONSTRAINT outgoing_transfer_order_exists FOREIGN KEY (realm_id, order_id) REFERENCES payment_file (realm_id, id);

-- The position of an event is the transaction on the worker that stores it. The default of the
-- column would be the transaction of the coordinator. The trigger comes after the distribution.
-- Otherwise it would set a new position for each event that moves to a worker.
CREATE OR REPLACE FUNCTION event_position() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.position := pg_current_xact_id();
  RETURN NEW;
END
$$;
CREATE OR REPLACE TRIGGER event_position BEFORE INSERT ON event FOR EACH ROW EXECUTE FUNCTION event_position();
CREATE INDEX IF NOT EXISTS event_of_realm_by_position ON event (realm_id, position, id);

-- Existing events get positions at the start of each worker: 3, and one more for each projection
-- that has not applied them. The three statements are one transaction. After the first statement
-- alone, a second run would treat all events as applied. After the first complete run, they change
-- nothing.
BEGIN;
UPDATE event e
   SET position = (3 + (SELECT count(*) FROM projection p WHERE (e.position, e.id) > (p.position, p.event_id)))::text::xid8
 WHERE EXISTS (SELECT FROM projection);
INSERT INTO projection_of_realm (realm_id, name, position, event_id, moved_at)
SELECT r.id,
       p.name,
       (3 + (SELECT count(*) FROM projection q WHERE (p.position, p.event_id) > (q.position, q.event_id)))::text::xid8,
       'ffffffff-ffff-ffff-ffff-ffffffffffff',
       now()
  FROM realm r
 CROSS JOIN projection p;
DELETE FROM projection;
COMMIT;

-- The table simulator_operation stays on the coordinator. It is the ledger of the simulated network
-- of test mode, and its key has no realm.

SELECT count(*) FILTER (WHERE partmethod = 'h') AS distributed, count(*) FILTER (WHERE partmethod = 'n' AND repmodel = 't') AS reference FROM pg_dist_partition;
