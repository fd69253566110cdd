-- Disputes that were won recently, for the mails about decisions.
CREATE INDEX dispute_won ON dispute (closed_at) WHERE status = 'won';
