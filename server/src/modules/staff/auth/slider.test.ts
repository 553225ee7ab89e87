import { createHash } from 'node:crypto';
import { inflateSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addPerson, createTestApp, TEST_PASSWORD } from '../../../../testing/test-app.ts';
import type { TestApp } from '../../../../testing/test-app.ts';
import { drawPuzzle } from './slider-picture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ sliderCheck: true });
  await addPerson(app.database, 'amina');
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
});

async function post(path: string, payload: object) {
  const url = `/api/hc/web/noAuth/logon/${path}`;
  const reply = await app.http.inject({ method: 'POST', url, payload });
  return reply.json();
}
const login = (sliderTicket?: string, password = TEST_PASSWORD) =>
  post('login', {
    userName: 'amina',
    password,
    ...(sliderTicket !== undefined && { sliderTicket }),
  });

async function dealt(): Promise<{ sliderId: string; left: number }> {
  const { sliderId } = (await post('slider', {})).data;
  const { notchLeft } = await app.database.db
    .selectFrom('sliderCheck')
    .select('notchLeft')
    .where('sliderId', '=', sliderId)
    .executeTakeFirstOrThrow();
  return { sliderId, left: notchLeft };
}
const slide = async (sliderId: string, left: number) => await post('sliderVerify', { sliderId, left });
async function ticket(): Promise<string> {
  const { sliderId, left } = await dealt();
  return (await slide(sliderId, left)).data.sliderTicket;
}
const expire = async () =>
  await app.database.db
    .updateTable('sliderCheck')
    .set({ expiresAt: new Date(0) })
    .execute();

test('a hit within 6 pixels either side gives a ticket, and that signs in once', async () => {
  for (const offset of [-6, 6]) {
    const { sliderId, left } = await dealt();
    expect((await slide(sliderId, left + offset)).data.sliderTicket).toMatch(/^[\w-]{43}$/);
  }
  const once = await ticket();
  expect((await login(once)).code).toBe(0);
  expect((await login(once)).data.error).toBe('SLIDER_EXPIRED');
});

test('a miss spends the puzzle, and so does a hit', async () => {
  const missed = await dealt();
  expect((await slide(missed.sliderId, missed.left + 7)).data.error).toBe('SLIDER_MISSED');
  expect((await slide(missed.sliderId, missed.left)).data.error).toBe('SLIDER_EXPIRED');
  const hit = await dealt();
  expect((await slide(hit.sliderId, hit.left)).code).toBe(0);
  expect((await slide(hit.sliderId, hit.left)).data.error).toBe('SLIDER_EXPIRED');
});

test('puzzle and ticket last their time and no longer', async () => {
  const { sliderId, left } = await dealt();
  await expire();
  expect((await slide(sliderId, left)).data.error).toBe('SLIDER_EXPIRED');
  const late = await ticket();
  await expire();
  expect((await login(late)).data.error).toBe('SLIDER_EXPIRED');
});

test('a sign-in without a ticket is refused, with an invented one too', async () => {
  expect((await login()).data.error).toBe('SLIDER_REQUIRED');
  expect((await login('')).data.error).toBe('SLIDER_REQUIRED');
  expect((await login('A'.repeat(43))).data.error).toBe('SLIDER_EXPIRED');
});

test('a failed sign-in spends its ticket', async () => {
  const spent = await ticket();
  expect((await login(spent, 'wrong')).data.error).toBe('LOGIN_WRONG');
  expect((await login(spent)).data.error).toBe('SLIDER_EXPIRED');
});

function fileOf(address: string): Buffer {
  expect(address).toMatch(/^data:image\/png;base64,/);
  return Buffer.from(address.slice(address.indexOf(',') + 1), 'base64');
}

test('the picture is pixels: light, never the same, and its notch stands nowhere as a number', () => {
  const one = drawPuzzle(120, 50);
  const other = drawPuzzle(120, 50);
  expect(one.background.length + one.piece.length).toBeLessThan(25_000);
  const hash = (text: string) => createHash('sha256').update(text).digest('hex');
  expect(hash(one.background)).not.toBe(hash(other.background));
  const file = fileOf(one.background);
  const types = ['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'];
  expect(types.every((type) => file.includes(type)) && !file.includes('tEXt')).toBe(true);
  expect([file.readUInt32BE(16), file.readUInt32BE(20)]).toEqual([320, 160]);
  const start = file.indexOf('IDAT');
  const pixels = inflateSync(file.subarray(start + 4, start + 4 + file.readUInt32BE(start - 4)));
  expect(pixels).toHaveLength(321 * 160);
  // The notch is darker than what was there: the piece, cut from the same place, tells.
  const pieceFile = fileOf(one.piece);
  const at = pieceFile.indexOf('IDAT');
  const piece = inflateSync(pieceFile.subarray(at + 4, at + 4 + pieceFile.readUInt32BE(at - 4)));
  const inside = [piece[30 * 49 + 1 + 20] ?? 0, pixels[(50 + 30) * 321 + 1 + 120 + 20] ?? 0];
  expect(inside[1]).toBeLessThan(Math.max(1, inside[0] ?? 0));
});
