-- While an account is watched, cards of unfamiliar banks and networks are counted together.
ALTER TABLE brake DROP CONSTRAINT brake_subject_kind_is_known;
ALTER TABLE brake ADD CONSTRAINT brake_subject_kind_is_known CHECK (subject_kind IN (
  'address', 'network', 'card', 'bin', 'email_domain', 'customer', 'checkout_session', 'publishable_key', 'unfamiliar', 'account'));
