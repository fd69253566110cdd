// Creates, captures, cancels, refunds and lists payments with Mollie's own client: node shop.js URL KEY
import assert from 'node:assert/strict';
import http from 'node:http';
import https from 'node:https';

https.Agent = http.Agent; // the client has no option for an address without TLS
const { createMollieClient } = await import('@mollie/api-client');

const [url, apiKey] = process.argv.slice(2);
const mollie = createMollieClient({ apiKey, apiEndpoint: `${url}/v2/` });
const euros = value => ({ currency: 'EUR', value });

const act = (id, action) =>
  fetch(`${url}/emulator/payments/${id}/${action}`, { method: 'POST' }).then(response =>
    assert.equal(response.status, 200, `${action} of ${id}`));

let orders = 0;
const create = more =>
  mollie.payments.create({
    amount: euros('25.00'),
    description: 'Order 1',
    redirectUrl: 'https://shop.example/done',
    metadata: { order: String(++orders) },
    ...more,
  });

const open = await create({});
assert.equal(open.status, 'open');
assert.ok(open.getCheckoutUrl().startsWith(`${url}/checkout/tr_`));
await act(open.id, 'pay');
const paid = await mollie.payments.get(open.id);
assert.equal(paid.status, 'paid');
assert.deepEqual(paid.metadata, { order: '1' });

const refund = await mollie.paymentRefunds.create({
  paymentId: paid.id, amount: euros('10.00'), description: 'Part',
});
assert.equal(refund.status, 'pending');
assert.equal((await mollie.paymentRefunds.get(refund.id, { paymentId: paid.id })).amount.value, '10.00');
assert.equal((await mollie.payments.get(paid.id)).amountRefunded.value, '10.00');
await mollie.paymentRefunds.cancel(refund.id, { paymentId: paid.id });

const held = await create({ captureMode: 'manual', method: 'creditcard' });
await act(held.id, 'pay');
assert.equal((await mollie.payments.get(held.id)).status, 'authorized');
const capture = await mollie.paymentCaptures.create({ paymentId: held.id, amount: euros('20.00') });
assert.ok(capture.id.startsWith('cpt_'));
assert.equal((await mollie.payments.get(held.id)).amountCaptured.value, '20.00');

const transfer = await create({ method: 'banktransfer' });
assert.equal((await mollie.payments.cancel(transfer.id)).status, 'canceled');
await assert.rejects(mollie.payments.cancel(paid.id), error => error.statusCode === 422);
await assert.rejects(mollie.payments.get('tr_WDqYK6vllg'), error => error.statusCode === 404);

const first = await mollie.payments.page({ limit: 2 });
assert.equal(first.length, 2);
const rest = await first.nextPage();
assert.deepEqual([...first, ...rest].map(one => one.id), [transfer.id, held.id, paid.id]);
assert.ok((await mollie.methods.list()).length > 0);

const customer = await mollie.customers.create({ name: 'Jane Doe', email: 'jane@example.com' });
const saving = await create({ customerId: customer.id, sequenceType: 'first', method: 'creditcard' });
await act(saving.id, 'pay');
const [mandate] = await mollie.customerMandates.page({ customerId: customer.id });
assert.equal(mandate.status, 'valid');
const charge = await mollie.payments.create({
  amount: euros('5.00'), description: 'Later', customerId: customer.id, sequenceType: 'recurring',
});
assert.equal(charge.status, 'paid');
await mollie.customerMandates.revoke(mandate.id, { customerId: customer.id });
console.log('done');
