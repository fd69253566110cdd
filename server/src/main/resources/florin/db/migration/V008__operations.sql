-- What is asked of the network after the authorisation: captures, cancels, refunds.

ALTER TABLE attempt
  ADD COLUMN authorization_id uuid,
  ADD COLUMN refund_id uuid,
  DROP CONSTRAINT attempt_operation_check,
  ADD CONSTRAINT attempt_operation_check CHECK (operation IN ('authorize', 'resume', 'capture', 'cancel', 'reverse', 'refund')),
  ADD CONSTRAINT attempt_follow_up_names_authorization CHECK ((authorization_id IS NULL) = (operation = 'authorize')),
  ADD CONSTRAINT attempt_refund_is_named CHECK ((refund_id IS NULL) = (operation <> 'refund'));
COMMENT ON COLUMN attempt.authorization_id IS 'The reference of the authorisation that the operation goes on with, takes, gives back or undoes.';
