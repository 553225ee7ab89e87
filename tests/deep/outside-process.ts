import { startSandbox } from '../../sandbox/src/index.ts';
import { createMpesaClient } from '../../server/src/modules/platform/gateways/mpesa/client.ts';

/*
 * The world outside in a process of its own, as the real channel is: it lives on while the server dies.
 * node outside-process.ts <where the server is called back, secret included>. Answers `report` and `calm`.
 */

// Silence would be waited for, half a minute each; here the kill is what loses answers.
const ROUGH = {
  replyDelayMs: 60,
  callbackDelayMs: 20,
  callbackSpreadMs: 400,
  // Of some twenty payouts in a short run at least one fails, but for one run in a thousand.
  failure: 0.3,
  reset: 0.1,
  halfReply: 0.05,
  drop: 0.2,
  duplicate: 0.3,
};
const CALM = { replyDelayMs: 0, callbackSpreadMs: 0, failure: 0, reset: 0, halfReply: 0, drop: 0 };

const [callbackUrl = ''] = process.argv.slice(2);
const sandbox = await startSandbox({ seed: Date.now() % 1_000_000 });
sandbox.messages.reportUrl = `${callbackUrl}/sms/delivery`;
// Each payment is notified of twice, then: as the prompt's end, and as what came in.
await createMpesaClient({ url: sandbox.url, ...sandbox.mpesa, callbackUrl, timeoutMs: 10_000 }).registerReceipts();
sandbox.change(ROUGH);

process.on('message', (request) => {
  if (request === 'calm') sandbox.change(CALM);
  process.send?.({
    transactions: sandbox.book.transactions,
    repeated: sandbox.book.repeated,
    texts: sandbox.messages.sent.map(({ text }) => text),
  });
});
process.once('disconnect', () => process.exit());
const { url, mpesa, sms } = sandbox;
process.send?.({ url, mpesa, sms });
