-- The payer's address is known before the payment: the checkout page suggests it for the receipt.
ALTER TABLE checkout_session ADD COLUMN customer_email text;
COMMENT ON COLUMN checkout_session.customer_email IS 'The address that the merchant has given for the receipt; the payer may change it on the page.';
