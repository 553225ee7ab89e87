import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { createLogger } from './index.ts';

function collected() {
  const lines: string[] = [];
  const destination = new Writable({
    write(chunk, _, done) {
      lines.push(String(chunk));
      done();
    },
  });
  return { log: createLogger('info', destination), text: () => lines.join('') };
}

test('secrets and personal data never stand in a line, wherever a call puts them', () => {
  const { log, text } = collected();
  const secret = 'hunter2-SECRET';
  const names = ['password', 'token', 'phone', 'oneTimePassword', 'sliderTicket', 'cookie'];
  for (const name of [...names, 'auth-token', 'auth_token', 'set-cookie', 'authorization']) {
    log.info({ [name]: secret }, 'at the top');
    log.info({ body: { [name]: secret } }, 'below');
    log.info({ request: { headers: { [name]: secret } } }, 'deeper');
  }
  expect(text()).toContain('[redacted]');
  expect(text()).not.toContain(secret);
});

test('an error is told without the row that PostgreSQL quotes', () => {
  const { log, text } = collected();
  const cause = Object.assign(new Error('duplicate key'), {
    code: '23505',
    detail: '254712345678',
  });
  log.error({ err: new Error('could not save', { cause }) }, 'fault');
  expect(text()).toContain('could not save');
  expect(text()).toContain('23505');
  expect(text()).not.toContain('254712345678');
});
