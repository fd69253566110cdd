-- The merchant can supply the payer's address before the payment. The checkout page suggests it for
-- the receipt.
ALTER TABLE checkout_session ADD COLUMN customer_email text;
COMMENT ON COLUMN checkout_session.customer_email IS 'Address for the receipt that the merchant supplied. The payer may change it on the page. Null if there is none.';
