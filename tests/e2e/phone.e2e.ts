import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '../../server/src/db/pool.ts';
import { databaseOfStation } from '../support/station-process.ts';
import { broken } from './support/accessibility.ts';
import { station } from './support/station.ts';
import { Visits } from './support/visits.ts';

/*
 * A collector calls from the console: SIP over a real WebSocket, WebRTC with the sandbox's peer. The microphone alone is
 * made up, as test machines have none.
 */

const { url, dataDir } = station();
const visits = new Visits(url, { needsNew: true });
const MINE = '/AdminContent/CollectionSystem/MyCollection';
let caseNo: string;
let collector: string;

async function inDatabase<Result>(
  work: (db: ReturnType<typeof openDatabase>['db']) => Promise<Result>,
): Promise<Result> {
  const database = openDatabase(databaseOfStation(dataDir), { maxConnections: 1 });
  try {
    return await work(database.db);
  } finally {
    await database.close();
  }
}

beforeAll(async () => {
  ({ caseNo, loginId: collector } = await inDatabase(async (db) => {
    // Any hour of the day at which the tests run.
    await sql`insert into regulatory_policy (policy_key, effective_from, value)
      values ('contactHours', current_date - 1, '{"from": "00:00", "to": "24:00"}')`.execute(db);
    const { rows } = await sql<{ caseNo: string; customerNo: string; loginId: string }>`
      select k.case_no, k.customer_no, u.login_id from collection_case k
      join app_user u on u.user_no = k.collector_user_no and u.user_status = 'NORMAL'
      join user_role r on r.user_no = u.user_no
      join role_page p on p.role_no = r.role_no and p.page_path = lower(${MINE})
      where k.case_status = 'COLLECTING' and k.case_scope = 'ORDER' order by k.case_no limit 1`.execute(db);
    const [one] = rows;
    if (!one) throw new Error('no collector of the demonstration has a case');
    // Ends in 0: the sandbox answers.
    await sql`update customer set phone = '254799990000' where customer_no = ${one.customerNo}`.execute(db);
    await sql`delete from contact_block where customer_no = ${one.customerNo}`.execute(db);
    return one;
  }));
});
afterAll(() => visits.close());

it('dials a case, talks, mutes, hangs up, and keeps how it went', async () => {
  const { page, faults } = await visits.as({ userName: collector, path: `${MINE}?caseNo=${caseNo}` });
  const sent: string[] = [];
  const received: string[] = [];
  page.on('websocket', (socket) => {
    socket.on('framesent', ({ payload }) => sent.push(String(payload)));
    socket.on('framereceived', ({ payload }) => received.push(String(payload)));
  });
  await page.evaluate(() => {
    navigator.mediaDevices.getUserMedia = () =>
      Promise.resolve(new AudioContext().createMediaStreamDestination().stream);
    const players: HTMLAudioElement[] = [];
    const Player = window.Audio;
    window.Audio = class extends Player {
      constructor() {
        super();
        players.push(this);
      }
    };
    Object.assign(window, { players });
  });
  /** Whether the far end's voice is on a player. */
  const isHeard = () =>
    page.evaluate(() => {
      const players: unknown = Reflect.get(window, 'players');
      return (
        Array.isArray(players) &&
        players.some(
          (player) =>
            player instanceof HTMLAudioElement &&
            player.srcObject instanceof MediaStream &&
            player.srcObject.getAudioTracks().length > 0,
        )
      );
    });
  await page.getByRole('grid').getByText(caseNo, { exact: true }).first().click();
  await page.getByRole('button', { name: 'Call', exact: true }).first().click();
  const dock = page.getByRole('complementary', { name: 'Call', exact: true });
  await dock.getByText('Ringing').waitFor();
  await dock.getByText('In call').waitFor();
  await expect.poll(isHeard).toBe(true);
  await dock.getByRole('button', { name: 'Mute' }).click();
  await dock.getByRole('button', { name: 'Unmute' }).waitFor();
  expect(await broken(page, 'the dock in a call', '[aria-label=Call]')).toEqual([]);
  await dock.getByRole('button', { name: 'Hang up' }).click();
  await dock.getByText('Call ended').waitFor();
  expect(sent.join('\n')).toContain('INVITE');
  expect([...sent, ...received].join('\n')).not.toContain('254799990000');
  await expect
    .poll(() =>
      inDatabase(async (db) => {
        const { rows } = await sql<{ callStatus: string }>`
          select call_status from call where case_no = ${caseNo}`.execute(db);
        return rows;
      }),
    )
    .toEqual([{ callStatus: 'ENDED' }]);
  expect(faults).toEqual([]);
});
