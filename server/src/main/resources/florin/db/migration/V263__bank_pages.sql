-- Indexes for the pages about bank transfers, and the settings of users for their lists.

ALTER TABLE saved_view
  DROP CONSTRAINT saved_view_is_of_a_list,
  ADD CONSTRAINT saved_view_is_of_a_list CHECK (list IN ('payments', 'refunds', 'customers', 'events', 'requests', 'unmatched', 'credits', 'statements'));
ALTER TABLE list_columns
  DROP CONSTRAINT list_columns_are_of_a_list,
  ADD CONSTRAINT list_columns_are_of_a_list CHECK (list IN ('payments', 'refunds', 'customers', 'events', 'requests', 'unmatched', 'credits', 'statements'));

CREATE INDEX unapplied_funds_of_kind ON unapplied_funds (realm_id, kind, id);

CREATE INDEX bank_statement_gaps_of_realm ON bank_statement (realm_id, id) WHERE gap AND status = 'booked';

-- Finds payments to which received money may belong: those whose outstanding amount is the same.
CREATE INDEX bank_transfer_outstanding ON bank_transfer (realm_id, currency, (amount - received), id) WHERE state = 'open';
