// A merchant's own service: Node alone, no packages. It answers for the merchants that the signed identity names.
//   KITUO=https://console.example PORT=4711 node server.mjs
import { createPublicKey, verify } from 'node:crypto';
import { createServer } from 'node:http';

const kituo = process.env.KITUO ?? 'http://localhost:8080';
const port = Number(process.env.PORT ?? 4711);
// `merchant-service.trial` while the plugin is on trial: `kituo-plugin dev --service http://localhost:4711`.
const AUDIENCE = process.env.AUDIENCE ?? 'merchant-service';

/** Today's sales of each store, KES cents. */
const stores = new Map(
  [
    ['M0001', 'Savanna Stores Nairobi', 41, 8_214_500, 9_000_000],
    ['M0002', 'Savanna Stores Mombasa', 27, 5_090_000, 6_000_000],
    ['M0003', 'Savanna Stores Kisumu', 0, 0, 4_000_000],
  ].map(([merchantNo, merchantName, count, sumCents, targetCents]) => [
    merchantNo,
    { merchantNo, merchantName, count, sumCents, targetCents },
  ]),
);

/** What the till sold with a loan, by the number of its order. Here every order whose number ends in 1 to 5 was sold. */
function purchaseOf(orderNo) {
  const end = Number(orderNo.at(-1));
  if (!/^[\w-]{1,40}$/.test(orderNo) || !(end >= 1 && end <= 5)) return null;
  const store = stores.get(end % 2 === 0 ? 'M0002' : 'M0001');
  return {
    merchantNo: store.merchantNo,
    merchantName: store.merchantName,
    receiptNo: `R-${orderNo.slice(-6)}`,
    boughtOn: '2026-11-18',
    items: [
      { name: 'Gas cooker, 2 burners', count: 1, cents: 645_000 },
      { name: 'Gas cylinder, 6 kg', count: end, cents: 280_000 * end },
    ],
    earlierCents: 1_250_000 * (end - 1),
  };
}

let keys = new Map();
/** Keys are read once, and again when one comes that is not known. */
async function keyOf(id) {
  if (!keys.has(id)) {
    const response = await fetch(`${kituo}/.well-known/kituo-keys.json`);
    const { keys: list } = await response.json();
    keys = new Map(list.map((key) => [key.kid, createPublicKey({ key, format: 'jwk' })]));
  }
  return keys.get(id);
}

const read = (part) => JSON.parse(Buffer.from(part, 'base64url').toString());

/** Who asks; null for what Kituo did not sign within the last minute, for us and for this very call. */
async function identityOf(request) {
  try {
    const token = (request.headers.authorization ?? '').replace(/^Bearer /, '');
    const [head, body, signature, ...more] = token.split('.');
    const { alg, kid } = read(head);
    const key = await keyOf(kid);
    const signed = Buffer.from(`${head}.${body}`);
    if (alg !== 'EdDSA' || !key || more.length > 0) return null;
    if (!verify(null, signed, key, Buffer.from(signature, 'base64url'))) return null;
    const claims = read(body);
    const now = Date.now() / 1000;
    const path = new URL(request.url, 'http://service').pathname;
    const isOurs = claims.iss === 'kituo' && claims.aud === AUDIENCE;
    const isNow = claims.exp > now && claims.iat < now + 30;
    return isOurs && isNow && claims.call === `${request.method} ${path}` ? claims : null;
  } catch {
    return null;
  }
}

const maySee = ({ merchants }, merchantNo) => merchants === 'all' || merchants.includes(merchantNo);

async function bodyOf(request) {
  let text = '';
  for await (const chunk of request) {
    text += chunk;
    if (text.length > 100_000) throw new Error('too large');
  }
  return JSON.parse(text);
}

async function answer(request) {
  const identity = await identityOf(request);
  if (identity === null) return [401, { message: 'Kituo did not sign this call' }];
  const { pathname } = new URL(request.url, 'http://service');
  const seen = [...stores.values()].filter((store) => maySee(identity, store.merchantNo));
  if (request.method === 'GET' && pathname === '/sales') return [200, seen];
  const [, one] = /^\/sales\/([\w-]+)$/.exec(pathname) ?? [];
  if (request.method === 'GET' && one !== undefined) {
    const store = seen.find(({ merchantNo }) => merchantNo === one);
    return store ? [200, store] : [404, { message: 'There is no such store of yours' }];
  }
  const [, orderNo] = /^\/purchases\/([\w-]+)$/.exec(pathname) ?? [];
  if (request.method === 'GET' && orderNo !== undefined) {
    const { merchantNo, ...purchase } = purchaseOf(orderNo) ?? {};
    return [200, merchantNo !== undefined && maySee(identity, merchantNo) ? purchase : null];
  }
  if (request.method === 'POST' && pathname === '/targets') {
    const { merchantNo, targetCents } = await bodyOf(request);
    const store = seen.find((each) => each.merchantNo === merchantNo);
    if (!store) return [404, { message: 'There is no such store of yours' }];
    if (!Number.isSafeInteger(targetCents) || targetCents <= 0)
      return [422, { message: 'A target is a number of cents above 0' }];
    store.targetCents = targetCents;
    return [200, store];
  }
  return [404, { message: 'Unknown' }];
}

const server = createServer((request, response) => {
  answer(request)
    .catch(() => [400, { message: 'The body is not JSON' }])
    .then(([status, body]) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    });
});
server.listen(port, '127.0.0.1', () => console.log(`merchant service on ${server.address().port}`));
