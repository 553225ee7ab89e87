import { afterAll, beforeAll, expect, test } from 'vitest';
import { addPerson, createTestApp, TEST_PASSWORD } from '../../../../testing/test-app.ts';
import type { TestApp } from '../../../../testing/test-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp({ sliderCheck: true });
  await addPerson(app.database, 'amina');
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
});

const post = async (path: string, payload: object, lang = 'en', remoteAddress = '10.0.0.1') => {
  const reply = await app.http.inject({
    method: 'POST',
    url: `/api/hc/web/noAuth/logon/${path}`,
    headers: { lang },
    remoteAddress,
    payload,
  });
  return reply.json();
};

const answerOf = async (sliderId: string): Promise<number> => {
  const { answer } = await app.database.db
    .selectFrom('sliderCheck')
    .select('answer')
    .where('sliderId', '=', sliderId)
    .executeTakeFirstOrThrow();
  return answer ?? Number.NaN;
};

test('asks a sum in words, in the caller’s language, without a picture or a digit', async () => {
  for (const [lang, words] of [
    ['en', /^[A-Z][a-z ]+[.?]/],
    ['zh', /^[\u4e00-\u9fff，]+？$/],
  ] as const) {
    const { data } = await post('slider', { mode: 'question' }, lang);
    expect(data).toMatchObject({ required: true, background: '', piece: '' });
    expect(data.question).toMatch(words);
    expect(data.question).not.toMatch(/\d/);
  }
});

test('a right answer gives a ticket that signs in', async () => {
  const { data } = await post('slider', { mode: 'question' });
  const answer = await answerOf(data.sliderId);
  const judged = await post('sliderVerify', { sliderId: data.sliderId, answer });
  const { sliderTicket } = judged.data;
  const login = { userName: 'amina', password: TEST_PASSWORD, sliderTicket };
  expect((await post('login', login)).code).toBe(0);
});

test('one try a question: a wrong answer spends it', async () => {
  const { data } = await post('slider', { mode: 'question' });
  const answer = await answerOf(data.sliderId);
  const wrong = await post('sliderVerify', { sliderId: data.sliderId, answer: answer + 1 });
  expect(wrong.data.error).toBe('SLIDER_ANSWER_WRONG');
  const again = await post('sliderVerify', { sliderId: data.sliderId, answer });
  expect(again.data.error).toBe('SLIDER_EXPIRED');
});

test('neither kind is passed the other’s way', async () => {
  const { data: question } = await post('slider', { mode: 'question' });
  // A question's row holds no notch: sliding to nought must not hit it.
  const slid = await post('sliderVerify', { sliderId: question.sliderId, left: 0 });
  expect(slid.data.error).toBe('SLIDER_EXPIRED');
  const { data: picture } = await post('slider', {});
  const answered = await post('sliderVerify', { sliderId: picture.sliderId, answer: 0 });
  expect(answered.data.error).toBe('SLIDER_EXPIRED');
});

test('deals few questions to one address', async () => {
  const codes: string[] = [];
  for (let count = 0; count < 21; count += 1) {
    const reply = await post('slider', { mode: 'question' }, 'en', '10.0.0.2');
    codes.push(reply.data.error ?? '');
  }
  expect(codes.indexOf('TOO_MANY_REQUESTS')).toBe(20);
});
