import { inflateSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addPerson, createTestApp, TEST_PASSWORD } from '../../../../testing/test-app.ts';
import type { TestApp } from '../../../../testing/test-app.ts';
import { drawLetters, randomLetters } from './letters-picture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ sliderCheck: true });
  await addPerson(app.database, 'amina');
});
beforeEach(async () => {
  await app.database.db.deleteFrom('signInFailure').execute();
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
});

async function post(path: string, payload: object) {
  const url = `/api/hc/web/noAuth/logon/${path}`;
  const reply = await app.http.inject({ method: 'POST', url, payload });
  return reply.json();
}
async function kept(sliderId: string) {
  return await app.database.db
    .selectFrom('sliderCheck')
    .select(['notchLeft', 'letters', 'answer'])
    .where('sliderId', '=', sliderId)
    .executeTakeFirstOrThrow();
}
async function slide(): Promise<string> {
  const { sliderId } = (await post('slider', {})).data;
  const { notchLeft } = await kept(sliderId);
  return (await post('sliderVerify', { sliderId, left: notchLeft })).data.sliderTicket;
}
async function read(change: (letters: string) => string = (letters) => letters) {
  const { data } = await post('slider', { mode: 'letters' });
  const letters = change((await kept(data.sliderId)).letters ?? '');
  return (await post('sliderVerify', { sliderId: data.sliderId, letters })).data;
}
async function answer(): Promise<string> {
  const { sliderId } = (await post('slider', { mode: 'question' })).data;
  const { answer: right } = await kept(sliderId);
  return (await post('sliderVerify', { sliderId, answer: right })).data.sliderTicket;
}
interface Tickets {
  readonly sliderTicket?: string;
  readonly pictureTicket?: string;
}
const login = async (tickets: Tickets, password = TEST_PASSWORD, userName = 'amina') =>
  (await post('login', { userName, password, ...tickets })).data;
async function failThrice(userName = 'amina') {
  const replies = [];
  for (let time = 0; time < 3; time += 1) {
    replies.push(await login({ sliderTicket: await slide() }, 'wrong', userName));
  }
  return replies;
}

test('letters are read in either case, once, and for letters alone', async () => {
  const { sliderTicket: pictureTicket } = await read((letters) => ` ${letters.toLowerCase()} `);
  expect(pictureTicket).toMatch(/^[\w-]{43}$/);
  const { sliderId } = (await post('slider', { mode: 'letters' })).data;
  const asSlide = await post('sliderVerify', { sliderId, left: 0 });
  expect(asSlide.data.error).toBe('SLIDER_EXPIRED');
  expect((await read(() => 'AAAAAA')).error).toBe('PICTURE_WRONG');
  const spent = await post('sliderVerify', { sliderId: 'gone', letters: 'A' });
  expect(spent.data.error).toBe('PICTURE_EXPIRED');
  // A ticket of one check is none of the other.
  expect((await login({ sliderTicket: pictureTicket })).error).toBe('SLIDER_EXPIRED');
});

test.each(['amina', 'nobody.at.all'])(
  'three failures of %s ask for the picture, told at once and before the slide is spent',
  async (userName) => {
    const due = (await failThrice(userName)).map((reply) => reply.facts?.isPictureDue ?? false);
    expect(due).toEqual([false, false, true]);
    const sliderTicket = await slide();
    const asked = await login({ sliderTicket }, 'wrong', userName);
    expect(asked.error).toBe('PICTURE_REQUIRED');
    const { sliderTicket: pictureTicket } = await read();
    const judged = await login({ sliderTicket, pictureTicket }, 'wrong', userName);
    expect(judged.error).toBe('LOGIN_WRONG');
    // Both are spent by the attempt.
    const again = await login({ sliderTicket: await slide(), pictureTicket }, 'wrong', userName);
    expect(again.error).toBe('PICTURE_EXPIRED');
  },
);

test('the right password gets in with both, and a question stands in for either', async () => {
  await failThrice();
  const both = { sliderTicket: await answer(), pictureTicket: await answer() };
  expect((await login(both)).token).toMatch(/\./);
  // From nought again, and whoever wants the picture all the same may have it.
  expect((await login({ sliderTicket: await slide() })).token).toMatch(/\./);
  const { sliderTicket: pictureTicket } = await read();
  expect((await login({ sliderTicket: await slide(), pictureTicket })).token).toMatch(/\./);
});

test('a lock is told without another picture', async () => {
  await failThrice();
  for (let time = 0; time < 2; time += 1) {
    const { sliderTicket: pictureTicket } = await read();
    await login({ sliderTicket: await slide(), pictureTicket }, 'wrong');
  }
  expect((await login({ sliderTicket: await slide() })).error).toBe('LOGIN_LOCKED');
});

test('a picture says its letters nowhere but in its pixels, and no two are alike', () => {
  const letters = randomLetters();
  expect(letters).toMatch(/^[A-Z3-9]{5}$/);
  const [one, other] = [drawLetters(letters), drawLetters(letters)];
  expect(one).not.toBe(other);
  const bytes = Buffer.from(one.split(',')[1] ?? '', 'base64');
  const start = bytes.indexOf('IDAT') + 4;
  const pixels = inflateSync(bytes.subarray(start, start + bytes.readUInt32BE(start - 8)));
  // Ink lies on some, pale scene on most.
  const dark = pixels.filter((shade) => shade > 0 && shade < 5).length / pixels.length;
  expect(dark).toBeGreaterThan(0.04);
  expect(dark).toBeLessThan(0.35);
});
