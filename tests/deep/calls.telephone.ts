import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { API_PREFIX, auth } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { type Browser, chromium, type Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { Database } from '../../server/src/db/database.ts';
import { openDatabase } from '../../server/src/db/pool.ts';
import { freePort } from '../../server/src/free-port.ts';
import { topicSecret } from '../../server/src/modules/platform/gateways/index.ts';
import { DEMO_PASSWORD } from '../e2e/support/staff.ts';
import { assignedCase, COLLECTOR, openCase, SYSTEMS, workAtAnyHour } from '../journeys/support/collection.ts';
import { BROWSER_ARGUMENTS, findBrowser } from '../support/browser.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { databaseOfStation, startStation } from '../support/station-process.ts';
import { needPrograms, type Phone, type Program, startEdge, startPhone } from './telephone/programs.ts';

/*
 * A collector calls from the console through Kamailio, and a baresip telephone rings behind it. Nothing of the sandbox
 * takes part: the server asks and is told by the edge, and the sound goes between Chromium and baresip by WebRTC.
 */

const DOMAIN = 'voice.kituo.example';
const SECRET = randomBytes(24).toString('base64url');
const ANSWERS = '254799990000';
const WAITS = '254799990001';
const WAITS_TOO = '254799990003';
/** No telephone has it. */
const NOBODY = '254799990002';
const HOST = '127.0.0.1';

const dir = mkdtempSync(join(tmpdir(), 'kituo-phone-'));
let socketUrl: string;
let server: ServerProcess;
let edge: Program;
let phone: Phone;
let browser: Browser;

beforeAll(async () => {
  needPrograms();
  chmodSync(dir, 0o755);
  const [webSocketPort, trunkPort, sipPort, controlPort] = [
    await freePort(HOST),
    await freePort(HOST),
    await freePort(HOST),
    await freePort(HOST),
  ];
  socketUrl = `ws://${HOST}:${webSocketPort}`;
  server = await startStation({
    KITUO_SANDBOX: 'off',
    KITUO_CALLBACK_SECRET: SECRET,
    SIP_WS_URL: socketUrl,
    SIP_DOMAIN: DOMAIN,
    SIP_SECRET: SECRET,
  });
  const address = (topic: string) => `${server.url}/gateway/${topicSecret(SECRET, topic)}/${topic}`;
  phone = await startPhone({
    dir,
    sipPort,
    controlPort,
    trunkPort,
    numbers: { [ANSWERS]: 'auto', [WAITS]: 'manual', [WAITS_TOO]: 'manual' },
  });
  edge = await startEdge({
    webSocketPort,
    trunkPort,
    phonePort: sipPort,
    domain: DOMAIN,
    secret: SECRET,
    routeUrl: address('sip/route'),
    eventUrl: address('sip/event'),
  });
  browser = await chromium.launch({
    executablePath: findBrowser() ?? '',
    // A microphone that beeps, as test machines have none.
    args: [...BROWSER_ARGUMENTS, '--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
  });
  await withDatabase(workAtAnyHour);
});
afterAll(async () => {
  await browser?.close();
  await edge?.[Symbol.asyncDispose]();
  await phone?.[Symbol.asyncDispose]();
  await server?.stop();
  rmSync(dir, { recursive: true, force: true });
});

async function withDatabase<Result>(work: (db: Database) => Promise<Result>): Promise<Result> {
  const database = openDatabase(databaseOfStation(server.dataDir), { maxConnections: 1 });
  try {
    return await work(database.db);
  } finally {
    await database.close();
  }
}

/** A case of the collector's whose borrower has the number, open beside the list, and what goes over its socket. */
async function caseOf(number: string): Promise<{
  readonly page: Page;
  readonly caseNo: string;
  readonly frames: readonly string[];
  readonly dial: () => Promise<void>;
}> {
  const { caseNo } = await withDatabase(async (db) => {
    const loan = await assignedCase(db, 'ORDER', { dpd: 5, instalments: 1 });
    await sql`update customer set phone = ${number} where customer_no = ${loan.customerNo}`.execute(db);
    return loan;
  });
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, permissions: ['microphone'] });
  const response = await context.request.post(`${server.url}${API_PREFIX}${auth.login.path}`, {
    data: { userName: COLLECTOR.userName, password: DEMO_PASSWORD },
  });
  const { data } = z.parse(z.object({ data: z.object({ token: z.string() }) }), await response.json());
  await context.addInitScript((token) => sessionStorage.setItem('token', token), data.token);
  // Every connection of sound, so that what arrives can be counted.
  await context.addInitScript(() => {
    const peers: RTCPeerConnection[] = [];
    const Peer = window.RTCPeerConnection;
    window.RTCPeerConnection = class extends Peer {
      constructor(settings?: RTCConfiguration) {
        super(settings);
        peers.push(this);
      }
    };
    Object.assign(window, { peers });
  });
  const page = await context.newPage();
  const frames: string[] = [];
  page.on('websocket', (socket) => {
    socket.on('framesent', ({ payload }) => frames.push(String(payload)));
    socket.on('framereceived', ({ payload }) => frames.push(String(payload)));
  });
  await page.goto(`${server.url}${SYSTEMS.ORDER.mine}?caseNo=${caseNo}`);
  const beside = await openCase(page, caseNo);
  const dial = () => beside.getByRole('button', { name: 'Call', exact: true }).click();
  return { page, caseNo, frames, dial };
}

/** Sound that came to the browser: loudness over time, as WebRTC's statistics have it. */
const heard = (page: Page) =>
  page.evaluate(async () => {
    const peers: unknown = Reflect.get(window, 'peers');
    let energy = 0;
    for (const peer of Array.isArray(peers) ? peers : []) {
      if (!(peer instanceof RTCPeerConnection)) continue;
      for (const [, one] of await peer.getStats()) if (one.type === 'inbound-rtp') energy += one.totalAudioEnergy ?? 0;
    }
    return energy;
  });

const callOf = (caseNo: string) =>
  withDatabase(async (db) => {
    const { rows } = await sql<{ callStatus: string; hangupCause: string | null; outcome: string | null }>`
      select c.call_status, c.hangup_cause,
        (select r.outcome from contact_result r where r.attempt_id = c.attempt_id order by r.at desc limit 1) as outcome
      from call c where c.case_no = ${caseNo}`.execute(db);
    return rows;
  });

it('rings a telephone behind Kamailio, carries both voices, and keeps how the call went', async () => {
  const { page, caseNo, frames, dial } = await caseOf(ANSWERS);
  await dial();
  const dock = page.getByRole('complementary', { name: 'Call', exact: true });
  await dock.getByText('In call').waitFor();
  // The telephone says back what it hears, so what arrives went both ways.
  await expect.poll(() => heard(page)).toBeGreaterThan(0);
  await expect.poll(() => callOf(caseNo)).toMatchObject([{ callStatus: 'ANSWERED' }]);
  await phone.press('hangup');
  await dock.getByText('Call ended').waitFor();
  await expect.poll(() => callOf(caseNo)).toEqual([{ callStatus: 'ENDED', hangupCause: 'BYE', outcome: 'ANSWERED' }]);
  expect(frames.join('\n')).toContain('INVITE');
  expect(frames.join('\n')).not.toContain(ANSWERS);
});

it('rings until the far end declines', async () => {
  const { page, caseNo, frames, dial } = await caseOf(WAITS);
  await dial();
  const dock = page.getByRole('complementary', { name: 'Call', exact: true });
  await dock.getByText('Ringing').waitFor();
  await expect.poll(() => callOf(caseNo)).toMatchObject([{ callStatus: 'RINGING' }]);
  await phone.press('hangup');
  await expect.poll(() => callOf(caseNo)).toEqual([{ callStatus: 'BUSY', hangupCause: 'SIP 486', outcome: 'BUSY' }]);
  expect(frames.join('\n')).not.toContain(WAITS);
});

it('ends what the caller gives up while it rings', async () => {
  const { page, caseNo, dial } = await caseOf(WAITS_TOO);
  await dial();
  const dock = page.getByRole('complementary', { name: 'Call', exact: true });
  await dock.getByText('Ringing').waitFor();
  await expect.poll(() => callOf(caseNo)).toMatchObject([{ callStatus: 'RINGING' }]);
  await dock.getByRole('button', { name: 'Hang up' }).click();
  await expect.poll(() => callOf(caseNo)).toMatchObject([{ callStatus: 'NO_ANSWER', outcome: 'NO_ANSWER' }]);
});

it('says that a number does not exist', async () => {
  const { caseNo, dial } = await caseOf(NOBODY);
  await dial();
  await expect.poll(() => callOf(caseNo)).toMatchObject([{ callStatus: 'FAILED', outcome: 'NUMBER_FAULT' }]);
});

it('lets in nobody who has no password of the console', async () => {
  const callNo = `kc${randomBytes(12).toString('hex')}`;
  const made = `${Math.floor(Date.now() / 1000) + 600}:u000005-abcdef012345`;
  const guess = 'realm="voice.kituo.example", nonce="n", uri="sip:x", response="0", algorithm=MD5';
  const answers: string[] = [];
  const socket = new WebSocket(socketUrl, 'sip');
  socket.addEventListener('message', ({ data }) => answers.push(String(data)));
  await once(socket, 'open');
  socket.send(
    [
      `INVITE sip:${callNo}@${DOMAIN} SIP/2.0`,
      'Via: SIP/2.0/WS nobody.invalid;branch=z9hG4bKnobody',
      'Max-Forwards: 70',
      `From: <sip:u000005-abcdef012345@${DOMAIN}>;tag=nobody`,
      `To: <sip:${callNo}@${DOMAIN}>`,
      `Call-ID: ${callNo}`,
      'CSeq: 1 INVITE',
      'Contact: <sip:nobody@nobody.invalid;transport=ws>',
      `Proxy-Authorization: Digest username="${made}", ${guess}`,
      'Content-Length: 0',
      '',
      '',
    ].join('\r\n'),
  );
  await expect.poll(() => answers.length).toBeGreaterThan(0);
  socket.close();
  expect(answers[0]).toMatch(/^SIP\/2\.0 407 /);
});
